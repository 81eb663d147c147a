package io.baton.fabric.inprocess;

import io.baton.fabric.MaskedArithmetic;
import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The waiters for values of words. Lines share a fixed number of lists.
 *
 * <p>Concurrency: a list is shared by several lines and has a latch of its own, held for one walk through the list.
 * Where lines have guards, every method runs while the caller holds the line's, taken before the latch, so a watch
 * cannot miss a change of its line. Where they have none, {@link #any} is asked after each change instead, and the
 * watcher looks at its word after {@link #add}.
 * <pre>
 *  byte of a list's line   0        4         8        64
 *                         +--------+---------+--------+
 *                         | latch  | watches | unused |
 *                         +--------+---------+--------+
 * </pre>
 */
final class WordWatches {

    private static final int STRIPES = 64;
    private static final int LINE_BYTES = 64;
    private static final int COUNT_OFFSET = 4;

    private final AtomicBuffer memory;
    private final int latches;
    private final @Nullable WordWatch[] heads = new @Nullable WordWatch[STRIPES];

    WordWatches(AtomicBuffer memory, int latches) {
        this.memory = memory;
        this.latches = latches;
    }

    /** Bytes at the end of the memory for the latches of the lists. */
    static int latchBytes() {
        return STRIPES * LINE_BYTES;
    }

    void add(WordWatch watch) {
        final int stripe = lock(watch.line);
        count(stripe, 1);
        watch.waiting(true);
        watch.next = heads[stripe];
        heads[stripe] = watch;
        unlock(stripe);
    }

    /**
     * Takes a watch out again.
     *
     * @return false if another thread has taken it out already and is about to ring it
     */
    boolean remove(WordWatch watch) {
        final int stripe = lock(watch.line);
        WordWatch before = null;
        WordWatch at = heads[stripe];
        while (at != null && at != watch) {
            before = at;
            at = at.next;
        }
        if (at != null) {
            unlink(stripe, before, at);
            watch.waiting(false);
        }
        unlock(stripe);
        return at != null;
    }

    /**
     * Takes out the watches of a line that have what they wait for.
     *
     * @return the watches to ring once the line's guard is free, chained by {@code next}
     */
    @Nullable
    WordWatch takeSatisfied(int line) {
        final int stripe = lock(line);
        WordWatch satisfied = null;
        WordWatch before = null;
        WordWatch at = heads[stripe];
        while (at != null) {
            final WordWatch after = at.next;
            if (at.line == line && MaskedArithmetic.matches(memory.getLongVolatile(at.wordOffset), at.value, at.mask)) {
                unlink(stripe, before, at);
                at.next = satisfied;
                satisfied = at;
            } else {
                before = at;
            }
            at = after;
        }
        unlock(stripe);
        return satisfied;
    }

    boolean watched(int line) {
        final int stripe = lock(line);
        boolean found = false;
        for (WordWatch at = heads[stripe]; at != null && !found; at = at.next) {
            found = at.line == line;
        }
        unlock(stripe);
        return found;
    }

    /** Whether the list of a line has watches; never false after a watch of the line was added. */
    boolean any(int line) {
        return memory.getIntVolatile(latch(stripe(line)) + COUNT_OFFSET) != 0;
    }

    private void unlink(int stripe, @Nullable WordWatch before, WordWatch at) {
        count(stripe, -1);
        if (before == null) {
            heads[stripe] = at.next;
        } else {
            before.next = at.next;
        }
        at.next = null;
    }

    private int lock(int line) {
        final int stripe = stripe(line);
        SpinLatch.lock(memory, latch(stripe));
        return stripe;
    }

    private void unlock(int stripe) {
        SpinLatch.unlock(memory, latch(stripe), false);
    }

    private static int stripe(int line) {
        return (line / LINE_BYTES) & (STRIPES - 1);
    }

    private int latch(int stripe) {
        return latches + stripe * LINE_BYTES;
    }

    /** Under the latch. A full fence, so that who adds a watch sees its word as it is afterwards. */
    private void count(int stripe, int more) {
        memory.getAndAddInt(latch(stripe) + COUNT_OFFSET, more);
    }
}
