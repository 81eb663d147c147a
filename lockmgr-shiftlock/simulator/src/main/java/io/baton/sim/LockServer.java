package io.baton.sim;

import io.baton.fabric.LocalWords;

/**
 * The lock server: registered memory and the adapter in front of it. A verb passes the inbound pipeline, then waits
 * until its 16-byte entry is free; the pipeline does not wait for it.
 *
 * <p>Verbs change memory when they arrive, in the order of their arrival; only their answers take time. Verbs on one
 * entry are served in just that order, so nobody can tell.
 */
final class LockServer implements LocalWords {

    private final Scheduler scheduler;
    private final ClusterModel model;
    private final long[] words;
    /** For each entry, until when it is busy with earlier verbs. */
    private final long[] busyUntil;
    private long pipelineFree;
    private long verbs;
    private long localAccesses;

    LockServer(Scheduler scheduler, ClusterModel model, long memoryBytes) {
        if (memoryBytes < 16 || memoryBytes % 16 != 0 || memoryBytes > Integer.MAX_VALUE * 8L - 64) {
            throw new IllegalArgumentException("registered memory of " + memoryBytes
                + " bytes: give a multiple of 16 between 16 and " + (Integer.MAX_VALUE * 8L - 64));
        }
        this.scheduler = scheduler;
        this.model = model;
        this.words = new long[(int) (memoryBytes / Long.BYTES)];
        this.busyUntil = new long[words.length / 2];
    }

    long memoryBytes() {
        return (long) words.length * Long.BYTES;
    }

    long verbs() {
        return verbs;
    }

    long localAccesses() {
        return localAccesses;
    }

    /** Executes a verb that has arrived, and returns when its answer leaves. */
    long serve(PostedVerb verb) {
        verbs++;
        final int word = (int) (verb.address() >>> 3);
        final VerbCost cost = verb.cost();
        final long turn = Math.max(scheduler.now(), pipelineFree) + cost.pipelineNanos(model);
        final long start = Math.max(turn, busyUntil[word >>> 1]);
        pipelineFree = Math.max(turn, start - model.asideNanos());
        busyUntil[word >>> 1] = start + cost.entryNanos(model);
        verb.execute(words, word);
        scheduler.note(cost.code(), verb.who(), word, words[word] ^ Long.rotateLeft(words[word | 1], 17));
        return start + cost.extraNanos(model);
    }

    /** Checks an address, so that a mistake is found where it is made. */
    long check(long address, int alignment) {
        if (address < 0 || address >= memoryBytes() || address % alignment != 0) {
            throw new IllegalArgumentException(
                "address " + address + ": give a multiple of " + alignment + " below " + memoryBytes());
        }
        return address;
    }

    @Override
    public long get(long address) {
        access(address);
        return words[(int) (address >>> 3)];
    }

    @Override
    public void set(long address, long value) {
        access(address);
        words[(int) (address >>> 3)] = value;
    }

    @Override
    public long compareAndExchange(long address, long compare, long swap) {
        access(address);
        final long old = words[(int) (address >>> 3)];
        if (old == compare) {
            words[(int) (address >>> 3)] = swap;
        }
        return old;
    }

    @Override
    public long getAndSet(long address, long value) {
        access(address);
        final long old = words[(int) (address >>> 3)];
        words[(int) (address >>> 3)] = value;
        return old;
    }

    private void access(long address) {
        check(address, Long.BYTES);
        scheduler.sleep(model.localAccessNanos(), "an access by the processor");
        localAccesses++;
        scheduler.note(9, 0, address, words[(int) (address >>> 3)]);
    }
}
