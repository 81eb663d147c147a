package io.baton.storage.log;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of a log; each is written by one thread, except the waits for room. */
final class Counters {
    final AtomicLong transactions = new AtomicLong();
    final AtomicLong records = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong forces = new AtomicLong();
    final AtomicLong forceNanos = new AtomicLong();
    final AtomicLong forceNanosMax = new AtomicLong();
    final AtomicLong segments = new AtomicLong();
    final AtomicLong segmentsRecycled = new AtomicLong();
    final AtomicLong waitsForRoom = new AtomicLong();

    /** Adds to a count of which the calling thread is the only writer. */
    static void add(AtomicLong count, long n) {
        count.setOpaque(count.getPlain() + n);
    }

    void forced(long nanos) {
        add(forces, 1);
        add(forceNanos, nanos);
        if (nanos > forceNanosMax.getPlain()) {
            forceNanosMax.setOpaque(nanos);
        }
    }

    LogStatistics read(long appended, long forced) {
        return new LogStatistics(transactions.get(), records.get(), bytes.get(), forces.get(), forceNanos.get(),
            forceNanosMax.get(), segments.get(), segmentsRecycled.get(), waitsForRoom.get(), appended, forced);
    }
}
