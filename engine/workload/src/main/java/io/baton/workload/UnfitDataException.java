package io.baton.workload;

/** A store holds other data than the workload needs. The message is one clause that says what, and what to do. */
public final class UnfitDataException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean incomplete;

    /**
     * Makes the exception.
     *
     * @param message what the store holds, what is needed, and what to do
     * @param incomplete whether rows are missing at any scale; otherwise the data are good, but of another scale
     */
    public UnfitDataException(String message, boolean incomplete) {
        super(message);
        this.incomplete = incomplete;
    }

    /**
     * Tells what is wrong.
     *
     * @return true if the data are of no use at any scale
     */
    public boolean incomplete() {
        return incomplete;
    }
}
