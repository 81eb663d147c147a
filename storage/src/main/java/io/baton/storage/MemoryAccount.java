package io.baton.storage;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts every byte that the tables of a storage take off the Java heap for pages, hash tables and index nodes, and
 * knows how many they may take. Counted where memory comes from the system, so a count is a page or a block of many
 * nodes. Safe for all threads.
 *
 * <p>Who prepares an insert asks {@link #admits} and reserves its place, both of which may be refused and change
 * nothing that can be seen. An insert that was admitted is never refused memory for index nodes: it may exceed the
 * limit by a block.
 */
public final class MemoryAccount {
    private final AtomicLong bytes = new AtomicLong();
    private final long limitBytes;

    /**
     * Makes an account of nothing.
     *
     * @param limitBytes bytes from which on growth is refused, at least 1
     */
    MemoryAccount(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Returns the bytes taken. */
    public long bytes() {
        return bytes.get();
    }

    /** Returns the limit in bytes. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns whether an insert may start: whether less is taken than the limit. */
    public boolean admits() {
        return bytes.get() < limitBytes;
    }

    /** Takes bytes if the limit allows it; returns whether it did. */
    boolean tryTake(long more) {
        while (true) {
            long now = bytes.get();
            if (more > limitBytes - now) {
                return false;
            }
            if (bytes.compareAndSet(now, now + more)) {
                return true;
            }
        }
    }

    /** Takes bytes, beyond the limit if need be. */
    void take(long more) {
        bytes.addAndGet(more);
    }

    void give(long less) {
        bytes.addAndGet(-less);
    }
}
