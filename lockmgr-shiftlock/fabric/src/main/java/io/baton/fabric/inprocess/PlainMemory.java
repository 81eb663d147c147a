package io.baton.fabric.inprocess;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.MaskedArithmetic;
import io.baton.fabric.ReadPair;
import io.baton.fabric.WordPair;
import io.baton.park.Backoff;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Registered memory whose verbs are the processor's own atomics of 8 bytes: no guard, so that nothing can be left
 * locked, and four entries a cache line.
 *
 * <p>Concurrency: every access to a word is sequentially consistent. A thread that waits for a word counts itself in
 * the list's number of watches, then looks at the word once more; a thread that has changed a word looks at that number
 * afterwards. So one of them sees the other (Dekker). A value that does not last may be missed by those who wait.
 */
final class PlainMemory extends InProcessMemory {

    private static final int LINE_BYTES = 64;
    /** The largest registered memory in bytes: what fits into one buffer of 2 GiB. */
    private static final long BYTES_MAX = Integer.MAX_VALUE - 2L * LINE_BYTES - WordWatches.latchBytes() & -LINE_BYTES;

    private final UnsafeBuffer buffer;
    private final WordWatches watches;

    PlainMemory(long bytes) {
        super(bytes, BYTES_MAX);
        final int watchLatches = (int) (bytes + LINE_BYTES - 1) & -LINE_BYTES;
        buffer = new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(watchLatches + WordWatches.latchBytes(), LINE_BYTES));
        watches = new WordWatches(buffer, watchLatches);
    }

    @Override
    boolean isWide() {
        return false;
    }

    @Override
    void extCas(ExtCas verb) {
        throw tooWide();
    }

    @Override
    void extFaa(ExtFaa verb) {
        throw tooWide();
    }

    @Override
    boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        throw tooWide();
    }

    @Override
    void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        throw tooWide();
    }

    private static UnsupportedOperationException tooWide() {
        return new UnsupportedOperationException(
            "this memory has atomics of 8 bytes only: use cas and faa, or open a fabric with a guard");
    }

    @Override
    void read(long address, WordPair result) {
        final int offset = entry(address, ENTRY_BYTES) * ENTRY_BYTES;
        final long low = buffer.getLongVolatile(offset);
        result.set(low, buffer.getLongVolatile(offset + Long.BYTES));
    }

    @Override
    void read(ReadPair verb) {
        final int offset = entry(verb.address(), ENTRY_BYTES) * ENTRY_BYTES;
        final long low = buffer.getLongVolatile(offset);
        verb.complete(low, buffer.getLongVolatile(offset + Long.BYTES));
    }

    @Override
    long readWord(long address) {
        return buffer.getLongVolatile(offset(address));
    }

    @Override
    public long touch(long address) {
        return buffer.getLong(offset(address));
    }

    @Override
    void writeWord(long address, long value) {
        final int offset = offset(address);
        buffer.putLongVolatile(offset, value);
        changed(offset);
    }

    @Override
    public long getAndSet(long address, long value) {
        final int offset = offset(address);
        final long old = buffer.getAndSetLong(offset, value);
        changed(offset);
        return old;
    }

    @Override
    long cas(long address, long compare, long swap) {
        final int offset = offset(address);
        final long old = buffer.compareAndExchangeLong(offset, compare, swap);
        if (old == compare) {
            changed(offset);
        }
        return old;
    }

    @Override
    long faa(long address, long add) {
        final int offset = offset(address);
        final long old = buffer.getAndAddLong(offset, add);
        changed(offset);
        return old;
    }

    private void changed(int offset) {
        final int line = offset & -LINE_BYTES;
        if (watches.any(line)) {
            ring(watches.takeSatisfied(line));
        }
    }

    @Override
    boolean watch(WordWatch watch, long address, long mask, long value) {
        final int offset = offset(address);
        watch.line = offset & -LINE_BYTES;
        watch.wordOffset = offset;
        watch.mask = mask;
        watch.value = value;
        watches.add(watch);
        if (!MaskedArithmetic.matches(buffer.getLongVolatile(offset), value, mask)) {
            return true;
        }
        unwatch(watch);
        return false;
    }

    @Override
    void unwatch(WordWatch watch) {
        final boolean removed = watches.remove(watch);
        int pauses = 0;
        while (!removed && watch.isWaiting()) {
            pauses = Backoff.pause(pauses);
        }
    }

    private int offset(long address) {
        return entry(address, Long.BYTES) * ENTRY_BYTES + ((int) address & Long.BYTES);
    }
}
