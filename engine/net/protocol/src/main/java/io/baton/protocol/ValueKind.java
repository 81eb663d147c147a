package io.baton.protocol;

/** What a value is on the wire. */
public enum ValueKind {
    /** NULL; as a type, no result at all. */
    NULL(0),
    /** True or false. */
    BOOLEAN(1),
    /** A whole number of 32 bits. */
    INT32(2),
    /** A whole number of 64 bits. */
    INT64(3),
    /** A floating-point number of 64 bits. */
    DOUBLE(4),
    /** A decimal number. */
    DECIMAL(5),
    /** Characters. */
    STRING(6),
    /** Bytes. */
    BYTES(7),
    /** A UUID. */
    UUID(8),
    /** A moment, in microseconds. */
    TIMESTAMP(9),
    /** A day. */
    DATE(10),
    /** Values in order, which a type gives names. */
    RECORD(11),
    /** Values of one type. */
    LIST(12),
    /** As a type: any value. */
    ANY(15);

    private final int code;

    ValueKind(int code) {
        this.code = code;
    }

    /** {@return what stands for it in a frame} */
    public int code() {
        return code;
    }

    static ValueKind of(int code) {
        if (code == ANY.code) {
            return ANY;
        }
        if (code > LIST.code) {
            throw new MalformedFrameException("a value of kind " + code);
        }
        return KINDS[code];
    }

    private static final ValueKind[] KINDS = values();
}
