package io.baton.storage.codec;

/** The effect of a write on a row. */
public enum WriteKind {
    /** A row that was not there. */
    INSERT(0),
    /** Other values in some columns of a row. */
    UPDATE(1),
    /** A row goes. */
    DELETE(2),
    /** Other values in all columns of a row, as when it was deleted and inserted again. */
    REPLACE(3);

    /** Bits that a kind takes in the head of a write. */
    static final int BITS = 2;

    private final int code;

    WriteKind(int code) {
        this.code = code;
    }

    /** Returns what stands for the kind in the head of a write. */
    int code() {
        return code;
    }

    /** Returns the kind that is meant by the low bits of a head. */
    static WriteKind ofHead(long head) {
        return switch ((int) head & (1 << BITS) - 1) {
            case 0 -> INSERT;
            case 1 -> UPDATE;
            case 2 -> DELETE;
            default -> REPLACE;
        };
    }
}
