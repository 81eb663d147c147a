package io.baton.fabric.inprocess;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.LocalWords;
import io.baton.fabric.MaskedArithmetic;
import io.baton.fabric.ReadPair;
import io.baton.fabric.WordPair;
import io.baton.fabric.WordWatcher;
import org.jspecify.annotations.Nullable;

/**
 * The registered memory of the in-process fabric: off-heap, addressed in bytes as if entries lay side by side. {@link
 * GuardedMemory} has all verbs; {@link PlainMemory} has those that the processor has too. Thread-safe.
 */
abstract class InProcessMemory implements LocalWords {

    static final int ENTRY_BYTES = 16;

    private final int entries;

    InProcessMemory(long bytes, long bytesMax) {
        if (bytes < ENTRY_BYTES || bytes > bytesMax || bytes % ENTRY_BYTES != 0) {
            throw new IllegalArgumentException(
                "registered memory of " + bytes + " bytes: give a multiple of 16 between 16 and " + bytesMax);
        }
        entries = (int) (bytes / ENTRY_BYTES);
    }

    final long bytes() {
        return (long) entries * ENTRY_BYTES;
    }

    /** Whether there are atomics of 16 bytes. */
    boolean isWide() {
        return true;
    }

    abstract void extCas(ExtCas verb);

    abstract void extFaa(ExtFaa verb);

    abstract boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
            long swapHigh, WordPair old);

    abstract void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old);

    abstract void read(long address, WordPair result);

    abstract void read(ReadPair verb);

    abstract long readWord(long address);

    abstract void writeWord(long address, long value);

    abstract long cas(long address, long compare, long swap);

    abstract long faa(long address, long add);

    /**
     * Begins to watch, unless the word has the wanted value already.
     *
     * @return whether the watch is registered
     */
    abstract boolean watch(WordWatch watch, long address, long mask, long value);

    /** Ends a watch. When this returns, the watch may be used again. */
    abstract void unwatch(WordWatch watch);

    final boolean wordMatches(long address, long mask, long value) {
        return MaskedArithmetic.matches(readWord(address), value, mask);
    }

    @Override
    public final long get(long address) {
        return readWord(address);
    }

    @Override
    public final void set(long address, long value) {
        writeWord(address, value);
    }

    @Override
    public final long compareAndExchange(long address, long compare, long swap) {
        return cas(address, compare, swap);
    }

    @Override
    public final WordWatcher watcher(Runnable rung) {
        final WordWatch watch = new WordWatch(rung);
        return new WordWatcher() {
            @Override
            public boolean watch(long address, long mask, long value) {
                end();
                return InProcessMemory.this.watch(watch, address, mask, value);
            }

            @Override
            public void end() {
                if (watch.isWaiting()) {
                    unwatch(watch);
                }
            }
        };
    }

    /** Wakes those who wait for what has come, after they have been taken out. */
    static void ring(@Nullable WordWatch first) {
        WordWatch satisfied = first;
        while (satisfied != null) {
            final WordWatch after = satisfied.next;
            satisfied.next = null;
            satisfied.waiting(false);
            satisfied.ring();
            satisfied = after;
        }
    }

    /** The number of the entry at an address that must be so aligned. */
    final int entry(long address, int alignment) {
        final long entry = address >>> 4;
        if ((address & (alignment - 1)) != 0 || entry >= entries) {
            throw new IllegalArgumentException(
                "address " + address + ": give a multiple of " + alignment + " below " + bytes());
        }
        return (int) entry;
    }
}
