package io.baton.protocol;

/** A value does not fit what it is given to. */
public final class ConversionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    ConversionException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** {@return why: {@link Reason#WRONG_TYPE}, {@link Reason#NULL_ARGUMENT} or {@link Reason#OUT_OF_RANGE}} */
    public Reason reason() {
        return reason;
    }
}
