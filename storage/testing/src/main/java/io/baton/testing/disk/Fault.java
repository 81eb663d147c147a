package io.baton.testing.disk;

import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong on a disk; given to {@link CrashDisk#inject}. A force that fails loses what it should have
 * forced, and the next force succeeds, as on Linux, where it marks the pages clean. Any other operation that fails
 * changes nothing, but a write may fail after a part of its bytes. Immutable.
 *
 * @param kind what fails; null stands for any operation that a history has
 * @param number which of them, counted from the injection on, from 1
 * @param reason the message of the {@code IOException}; null makes a write return early, without failure
 * @param bytes of a write, how many bytes are written all the same
 * @param lasting whether every operation from then on fails, whatever it is, reading too
 */
public record Fault(@Nullable DiskOperationKind kind, int number, @Nullable String reason, int bytes, boolean lasting) {

    /** What Linux says when a device fails. */
    public static final String DEVICE_FAILED = "Input/output error";
    /** What Linux says when a disk is full. */
    public static final String DISK_FULL = "No space left on device";

    /** Checks that the parts fit together. */
    public Fault {
        if (number < 1 || bytes < 0) {
            throw new IllegalArgumentException("the number of a fault is at least 1 and its bytes are at least 0, "
                + "but they are " + number + " and " + bytes);
        }
        if (reason == null && (kind != DiskOperationKind.WRITE || lasting)) {
            throw new IllegalArgumentException("only a single write can go wrong without a reason, not " + kind);
        }
    }

    /**
     * {@return the failure of one operation of a kind}
     *
     * @param kind what fails
     * @param number which of them, from 1
     * @param reason the exception's message
     */
    public static Fault of(DiskOperationKind kind, int number, String reason) {
        return new Fault(kind, number, reason, 0, false);
    }

    /**
     * {@return the failure of one operation, whatever it is}
     *
     * @param number which of all operations that a history has, from 1
     * @param reason the exception's message
     */
    public static Fault any(int number, String reason) {
        return new Fault(null, number, reason, 0, false);
    }

    /**
     * {@return a write that writes less than it should, returns how much, and does not fail}
     *
     * @param number which of all writes, from 1
     * @param bytes how many bytes it writes at most
     */
    public static Fault shortWrite(int number, int bytes) {
        return new Fault(DiskOperationKind.WRITE, number, null, bytes, false);
    }

    /**
     * {@return the same fault of a write that writes a part before it fails}
     *
     * @param written how many bytes it writes at most
     */
    public Fault afterBytes(int written) {
        return new Fault(kind, number, reason, written, lasting);
    }

    /** {@return the same fault, after which nothing succeeds any more} */
    public Fault andAllThatFollow() {
        return new Fault(kind, number, reason, bytes, true);
    }
}
