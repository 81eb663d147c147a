package io.baton.history;

/**
 * The words (8 bytes, little-endian) of a transaction in a history. Nothing else packs or unpacks them.
 *
 * <pre>
 *  transaction       63                    32 31            8 7   4 3    0
 *   word 0          | words that follow      | 0             | out | 0xF  |
 *   word 1          | begin: nanoseconds since the history began          |
 *   word 2          | point: a moment when all locks were held            |
 *   word 3          | end: when the caller was answered                   |
 *
 *  operation         63                    32 31   24 23  16 15   8 7   4 3  0
 *   word 0          | version                | run   | index | table | 0  |kind|
 *   word 1          | key of the first row, or prefix                     |
 *  SCAN only
 *   word 2          | smallest suffix of the range                        |
 *   word 3          | largest suffix of the range                         |
 * </pre>
 * {@code run}: so many rows more with the next keys, all alike. {@code index}: 0, or for SCAN and CHANGE the number of
 * the index plus 1; for SCANNED, how many scans were begun since its own. {@code version}: for reads the version read,
 * for writes the version written.
 */
final class OperationWords {

    static final int TRANSACTION_WORDS = 4;
    static final int RUN_MAX = 255;
    static final int SCANS_MAX = 255;

    private static final int TRANSACTION = 0xF;
    private static final long TRANSACTION_ZEROS = 0xFFFF_FF00L;
    private static final long OPERATION_ZEROS = 0xF0;
    private static final int RUN_SHIFT = 24;
    static final long RUN_ONE = 1L << RUN_SHIFT;
    private static final long RUN_MASK = 0xFFL << RUN_SHIFT;

    private OperationWords() {
    }

    static long transaction(HistoryOutcome outcome, int wordsThatFollow) {
        return (long) wordsThatFollow << 32 | outcome.code() << 4 | TRANSACTION;
    }

    static boolean isTransaction(long word) {
        return (word & 0xF) == TRANSACTION && HistoryOutcome.known((int) (word >>> 4 & 0xF))
            && (word & TRANSACTION_ZEROS) == 0;
    }

    static boolean isOperation(long word) {
        return HistoryOperation.known((int) word & 0xF) && (word & OPERATION_ZEROS) == 0;
    }

    static HistoryOutcome outcome(long word) {
        return HistoryOutcome.of((int) (word >>> 4 & 0xF));
    }

    static int length(long word) {
        return (int) (word >>> 32);
    }

    static long operation(HistoryOperation kind, int table, int index, int version) {
        return (long) version << 32 | (long) index << 16 | (long) table << 8 | kind.code();
    }

    static long withoutRun(long word) {
        return word & ~RUN_MASK;
    }

    static int run(long word) {
        return (int) (word >>> RUN_SHIFT) & 0xFF;
    }

    static HistoryOperation kind(long word) {
        return HistoryOperation.of((int) word & 0xF);
    }

    static int table(long word) {
        return (int) (word >>> 8) & 0xFF;
    }

    static int index(long word) {
        return (int) (word >>> 16) & 0xFF;
    }

    static long version(long word) {
        return word >>> 32;
    }
}
