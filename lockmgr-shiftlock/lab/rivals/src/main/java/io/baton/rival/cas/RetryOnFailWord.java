package io.baton.rival.cas;

/**
 * The 64-bit lock of earlier RDMA protocols (DSLR paper, figure 1).
 * <pre>
 *   63                          32 31                           0
 *  +------------------------------+------------------------------+
 *  |   exclusive: 1 if held (32)  |   shared: readers (32)       |
 *  +------------------------------+------------------------------+
 * </pre>
 */
final class RetryOnFailWord {

    static final long FREE = 0;
    static final long EXCLUSIVE = 1L << 32;
    static final long EXCLUSIVE_MASK = -1L << 32;
    static final long SHARED = 1;

    private RetryOnFailWord() {
    }

    static boolean hasWriter(long word) {
        return (word & EXCLUSIVE_MASK) != 0;
    }
}
