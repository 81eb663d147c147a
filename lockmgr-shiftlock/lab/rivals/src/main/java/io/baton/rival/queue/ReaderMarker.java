package io.baton.rival.queue;

import io.baton.rival.EntryTable;

/**
 * Word 1 of an {@link RmaRwTable}'s entry; word 0 is a {@link WriterQueue}'s.
 * <pre>
 *  word 1   63                            32  31 30                    0
 *          +--------------------------------+---+-----------------------+
 *          |           depart (32)          | W |      arrive (31)      |
 *          +--------------------------------+---+-----------------------+
 * </pre>
 * arrive counts the readers that have come since the last reset, those included that are about to back off; depart
 * counts those that have left. W: a writer has the lock or is about to. Departures never outnumber arrivals and
 * arrivals stay far below 2^31, so plain additions never carry from one field to another.
 */
final class ReaderMarker {

    static final long ARRIVAL = 1;
    static final long WRITE_FLAG = 1L << 31;
    static final long DEPARTURE = 1L << 32;

    /** Offset of the word in an entry, in bytes. */
    private static final int OFFSET = 8;
    private static final long ARRIVE_MASK = 0xFFFF_FFFFL;
    private static final int DEPART_SHIFT = 32;

    private ReaderMarker() {
    }

    static long address(int slot) {
        return EntryTable.address(slot) + OFFSET;
    }

    /** Arrivals with the write flag on top, which no threshold reaches. */
    static long arrive(long word) {
        return word & ARRIVE_MASK;
    }

    static boolean hasReaders(long word) {
        return (arrive(word) & ~WRITE_FLAG) != word >>> DEPART_SHIFT;
    }

    static boolean hasDepartures(long word) {
        return word >>> DEPART_SHIFT != 0;
    }

    static boolean isWriting(long word) {
        return (word & WRITE_FLAG) != 0;
    }

    /** What a reset adds: takes all departures out of both counters, and the flag. */
    static long reset(long word) {
        final long departed = word >>> DEPART_SHIFT;
        return -(departed * (ARRIVAL + DEPARTURE) + (word & WRITE_FLAG));
    }
}
