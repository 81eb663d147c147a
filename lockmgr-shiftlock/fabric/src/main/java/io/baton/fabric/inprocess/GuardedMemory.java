package io.baton.fabric.inprocess;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.MaskedArithmetic;
import io.baton.fabric.ReadPair;
import io.baton.fabric.WordPair;
import io.baton.park.Backoff;
import java.lang.invoke.VarHandle;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The registered memory of the in-process fabric: off-heap, addressed in bytes as if entries lay side by side, but
 * laid out in cache lines of three entries and their {@link SpinLatch}, so that an atomic touches one line.
 * <pre>
 *  byte of the line   0          16           32           48      52        64
 *                     +----------+------------+------------+-------+---------+
 *                     | entry 3n | entry 3n+1 | entry 3n+2 | guard | unused  |
 *                     +----------+------------+------------+-------+---------+
 * </pre>
 * Concurrency: words are changed only under their line's guard, with release stores; they are read without it. The
 * compare-and-set that takes a guard is a full fence, so the atomics of a thread are ordered; a READ begins with a
 * full fence, so that it is never served before an earlier atomic of its thread is visible.
 *
 * <p>The memory is freed by the garbage collector when neither fabric nor endpoints refer to it, so no late verb can
 * touch freed memory.
 */
final class GuardedMemory extends InProcessMemory {

    /** The largest registered memory in bytes: what fits into one buffer of 2 GiB with its guards. */
    private static final long BYTES_MAX = (Integer.MAX_VALUE / 64L - 65) * 48;

    private static final int LINE_BYTES = 64;
    private static final int ENTRIES_PER_LINE = 3;
    private static final int GUARD_OFFSET = 48;

    private final UnsafeBuffer buffer;
    private final WordWatches watches;

    GuardedMemory(long bytes) {
        super(bytes, BYTES_MAX);
        final int lines = ((int) (bytes / ENTRY_BYTES) + ENTRIES_PER_LINE - 1) / ENTRIES_PER_LINE;
        final int watchLatches = lines * LINE_BYTES;
        final int bufferBytes = watchLatches + WordWatches.latchBytes();
        buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(bufferBytes, LINE_BYTES));
        watches = new WordWatches(buffer, watchLatches);
    }

    @Override
    void extCas(ExtCas verb) {
        final int offset = offset(verb.address());
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final long low = buffer.getLong(offset);
        final long high = buffer.getLong(offset + Long.BYTES);
        final boolean swap = verb.matches(low, high);
        if (swap) {
            buffer.putLongRelease(offset, verb.newLow(low));
            buffer.putLongRelease(offset + Long.BYTES, verb.newHigh(high));
        }
        unlock(line, watched, swap);
        verb.complete(low, high);
    }

    @Override
    void extFaa(ExtFaa verb) {
        final int offset = offset(verb.address());
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final long low = buffer.getLong(offset);
        final long high = buffer.getLong(offset + Long.BYTES);
        buffer.putLongRelease(offset, verb.newLow(low));
        buffer.putLongRelease(offset + Long.BYTES, verb.newHigh(low, high));
        unlock(line, watched, true);
        verb.complete(low, high);
    }

    @Override
    boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        final int offset = offset(address);
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final long low = buffer.getLong(offset);
        final long high = buffer.getLong(offset + Long.BYTES);
        final boolean swap = MaskedArithmetic.matches(low, compareLow, masks.compareLow())
            && MaskedArithmetic.matches(high, compareHigh, masks.compareHigh());
        if (swap) {
            if (masks.swapLow() != 0) {
                buffer.putLongRelease(offset, MaskedArithmetic.replace(low, swapLow, masks.swapLow()));
            }
            if (masks.swapHigh() != 0) {
                buffer.putLongRelease(offset + Long.BYTES, MaskedArithmetic.replace(high, swapHigh, masks.swapHigh()));
            }
        }
        unlock(line, watched, swap);
        old.set(low, high);
        return swap;
    }

    @Override
    void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        final int offset = offset(address);
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final long low = buffer.getLong(offset);
        final long high = buffer.getLong(offset + Long.BYTES);
        final long boundaryLow = fields.boundaryLow();
        final long carry = MaskedArithmetic.carry(low, addLow, boundaryLow);
        buffer.putLongRelease(offset, MaskedArithmetic.add(low, addLow, 0, boundaryLow));
        if ((addHigh | carry) != 0) {
            buffer.putLongRelease(offset + Long.BYTES,
                MaskedArithmetic.add(high, addHigh, carry, fields.boundaryHigh()));
        }
        unlock(line, watched, true);
        old.set(low, high);
    }

    @Override
    void read(long address, WordPair result) {
        final int offset = offset(address);
        VarHandle.fullFence();
        final long low = buffer.getLongAcquire(offset);
        result.set(low, buffer.getLongAcquire(offset + Long.BYTES));
    }

    @Override
    void read(ReadPair verb) {
        final int offset = offset(verb.address());
        VarHandle.fullFence();
        final long low = buffer.getLongAcquire(offset);
        verb.complete(low, buffer.getLongAcquire(offset + Long.BYTES));
    }

    @Override
    long readWord(long address) {
        final int offset = wordOffset(address);
        VarHandle.fullFence();
        return buffer.getLongAcquire(offset);
    }

    @Override
    void writeWord(long address, long value) {
        final int offset = wordOffset(address);
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        buffer.putLongRelease(offset, value);
        unlock(line, watched, true);
    }

    @Override
    public long touch(long address) {
        return buffer.getLong(wordOffset(address));
    }

    @Override
    public long getAndSet(long address, long value) {
        final int offset = wordOffset(address);
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final long old = buffer.getLong(offset);
        buffer.putLongRelease(offset, value);
        unlock(line, watched, true);
        return old;
    }

    @Override
    long cas(long address, long compare, long swap) {
        final int offset = wordOffset(address);
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final long old = buffer.getLong(offset);
        if (old == compare) {
            buffer.putLongRelease(offset, swap);
        }
        unlock(line, watched, old == compare);
        return old;
    }

    @Override
    long faa(long address, long add) {
        final int offset = wordOffset(address);
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final long old = buffer.getLong(offset);
        buffer.putLongRelease(offset, old + add);
        unlock(line, watched, true);
        return old;
    }

    @Override
    boolean watch(WordWatch watch, long address, long mask, long value) {
        final int offset = wordOffset(address);
        final int line = offset & -LINE_BYTES;
        final boolean watched = SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final boolean wait = !MaskedArithmetic.matches(buffer.getLong(offset), value, mask);
        if (wait) {
            watch.line = line;
            watch.wordOffset = offset;
            watch.mask = mask;
            watch.value = value;
            watches.add(watch);
        }
        SpinLatch.unlock(buffer, line + GUARD_OFFSET, watched || wait);
        return wait;
    }

    @Override
    void unwatch(WordWatch watch) {
        final int line = watch.line;
        SpinLatch.lock(buffer, line + GUARD_OFFSET);
        final boolean removed = watches.remove(watch);
        SpinLatch.unlock(buffer, line + GUARD_OFFSET, watches.watched(line));
        int pauses = 0;
        while (!removed && watch.isWaiting()) {
            pauses = Backoff.pause(pauses);
        }
    }

    private void unlock(int line, boolean watched, boolean changed) {
        if (watched && changed) {
            unlockAndRing(line);
        } else {
            SpinLatch.unlock(buffer, line + GUARD_OFFSET, watched);
        }
    }

    private void unlockAndRing(int line) {
        @Nullable
        WordWatch satisfied = watches.takeSatisfied(line);
        SpinLatch.unlock(buffer, line + GUARD_OFFSET, watches.watched(line));
        ring(satisfied);
    }

    private int offset(long address) {
        return physical(entry(address, ENTRY_BYTES));
    }

    private int wordOffset(long address) {
        return physical(entry(address, Long.BYTES)) + ((int) address & Long.BYTES);
    }

    private static int physical(int entry) {
        final int line = entry / ENTRIES_PER_LINE;
        return line * LINE_BYTES + (entry - line * ENTRIES_PER_LINE) * ENTRY_BYTES;
    }
}
