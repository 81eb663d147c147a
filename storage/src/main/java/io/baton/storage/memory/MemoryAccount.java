package io.baton.storage.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts every byte that the tables of a storage take off the Java heap for pages, hash tables and index nodes, and
 * knows how many they may take. Counted where memory comes from the system, so a count is a page or a block of many
 * nodes. Safe for all threads.
 *
 * <p>The preparation of an insert asks whether it is admitted and reserves its place; both may be refused, and change
 * nothing that can be seen. Pages, and hash tables that grow ahead of inserts, keep to the limit. Memory that cannot be
 * refused any more may exceed it:
 *
 * <ul>
 *   <li>index nodes of inserts that were admitted, which come from blocks of 64 KB to 2 MB, many nodes from each;
 *   <li>nodes and entries of updates that move rows in indexes, which are not checked;
 *   <li>a segment of a hash table that is full and doubles, if updates filled it or more inserts were admitted at once
 *       than it keeps room for: an eighth of its slots, at most 64.
 * </ul>
 */
public final class MemoryAccount {
    private final AtomicLong bytes = new AtomicLong();
    private final long limitBytes;

    /**
     * Makes an account of nothing.
     *
     * @param limitBytes bytes from which on growth is refused, at least 1
     */
    public MemoryAccount(long limitBytes) {
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

    /** Returns whether an insert may start: whether less is in use than the limit. */
    public boolean admits(long reusableBytes) {
        return bytes.get() - reusableBytes < limitBytes;
    }

    /** Takes bytes if the limit allows it; returns whether it did. */
    public boolean tryTake(long more) {
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
    public void take(long more) {
        bytes.addAndGet(more);
    }

    /** Gives bytes back. */
    public void give(long less) {
        bytes.addAndGet(-less);
    }
}
