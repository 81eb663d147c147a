package io.baton.sim;

import io.baton.fabric.Address;
import io.baton.fabric.LocalWords;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Trace;
import io.baton.sim.model.VerbCost;
import io.baton.sim.model.VerbWitness;
import java.util.Arrays;

/**
 * A lock server: registered memory and the adapter in front of it. A verb passes the inbound pipeline, then waits
 * aside until its 16-byte entry is free; if that takes long, the pipeline waits too.
 *
 * <p>A verb changes memory when it arrives, in the order of arrival; only its answer takes time. Since an entry serves
 * its verbs in that same order, no verb can tell. Only the server's own processor sees the changes of verbs that wait
 * for a busy entry earlier than they would be there.
 */
final class SimServer implements LocalWords {

    private static final long MEMORY_BYTES_MAX = (Integer.MAX_VALUE - 63L) * Long.BYTES;

    private final Scheduler scheduler;
    private final ClusterModel model;
    private final SimNode node;
    private final SimGate gate;
    /** Its number, which is in the addresses that traces and witnesses get. */
    private final int number;
    private final long[] words;
    /** For each entry, until when it is busy with earlier verbs. */
    private final long[] busyUntil;
    private long pipelineFree;
    private long verbs;
    private long localAccesses;
    private boolean down;
    private long diedAt = -1;
    private VerbWitness witness = (route, address, oldLow, oldHigh, newLow, newHigh) -> {};

    SimServer(Scheduler scheduler, ClusterModel model, int number, Nodes nodes, long memoryBytes) {
        if (memoryBytes < 16 || memoryBytes % 16 != 0 || memoryBytes > MEMORY_BYTES_MAX) {
            throw new IllegalArgumentException("registered memory of " + memoryBytes
                + " bytes: give a multiple of 16 between 16 and " + MEMORY_BYTES_MAX);
        }
        this.scheduler = scheduler;
        this.model = model;
        this.number = number;
        this.node = nodes.node(ClusterModel.serverNode(number));
        this.gate = new SimGate(nodes);
        this.words = new long[(int) (memoryBytes / Long.BYTES)];
        this.busyUntil = new long[words.length / 2];
    }

    int number() {
        return number;
    }

    SimNode node() {
        return node;
    }

    SimGate gate() {
        return gate;
    }

    long memoryBytes() {
        return (long) words.length * Long.BYTES;
    }

    /** One-sided verbs executed so far. */
    long verbs() {
        return verbs;
    }

    long localAccesses() {
        return localAccesses;
    }

    void witness(VerbWitness newWitness) {
        witness = newWitness;
    }

    /** Executes a verb that has arrived, and returns when its answer leaves. */
    long serve(PostedVerb verb) {
        verbs++;
        final int word = (int) (verb.address() >>> 3);
        final int entry = word >>> 1;
        final VerbCost cost = verb.cost();
        final long turn = Math.max(scheduler.now(), pipelineFree) + cost.pipelineNanos(model);
        final long start = Math.max(turn, busyUntil[entry]);
        pipelineFree = Math.max(turn, start - model.asideNanos());
        busyUntil[entry] = start + cost.entryNanos(model);
        final long before = digest(entry);
        final long low = words[2 * entry];
        final long high = words[2 * entry + 1];
        verb.execute(words, word);
        final long address = Address.of(number, verb.address());
        witness.executed(verb.client(), address, low, high, words[2 * entry], words[2 * entry + 1]);
        scheduler.note(cost.traceKind(), verb.client(), address, before, digest(entry));
        return start + cost.extraNanos(model);
    }

    boolean isDown() {
        return down;
    }

    /** Whether it died while it was at work on a verb, so that there is no answer. */
    boolean diedBefore(PostedVerb verb) {
        return diedAt >= 0 && verb.isServedAt(diedAt);
    }

    /** It answers nothing any more. */
    void die() {
        down = true;
        diedAt = scheduler.now();
    }

    /** It is there again, with nothing in its memory. */
    void restart() {
        down = false;
        Arrays.fill(words, 0);
        Arrays.fill(busyUntil, 0);
        pipelineFree = 0;
    }

    private long digest(int entry) {
        return words[2 * entry] ^ Long.rotateLeft(words[2 * entry + 1], 17);
    }

    /** Checks an address, so that a mistake is found where it is made. */
    long check(long address, int alignment) {
        if (address < 0 || address >= memoryBytes() || (address & (alignment - 1)) != 0) {
            throw new IllegalArgumentException("address " + address + ": give a multiple of " + alignment
                + " between 0 and " + (memoryBytes() - alignment));
        }
        return address;
    }

    @Override
    public long get(long address) {
        final int word = access(address);
        return accessed(word, words[word]);
    }

    @Override
    public void set(long address, long value) {
        final int word = access(address);
        final long old = words[word];
        words[word] = value;
        accessed(word, old);
    }

    @Override
    public long compareAndExchange(long address, long compare, long swap) {
        final int word = access(address);
        final long old = words[word];
        if (old == compare) {
            words[word] = swap;
        }
        return accessed(word, old);
    }

    @Override
    public long getAndSet(long address, long value) {
        final int word = access(address);
        final long old = words[word];
        words[word] = value;
        return accessed(word, old);
    }

    /**
     * Lets the access take its time. While the cluster does not run, and for actions that happen at a time, it takes
     * none and is not counted.
     */
    private int access(long address) {
        check(address, Long.BYTES);
        if (scheduler.isRunning() && !scheduler.isActing()) {
            node.step();
            scheduler.pass(model.localAccessNanos(), WaitKind.LOCAL_ACCESS);
            localAccesses++;
        }
        return (int) (address >>> 3);
    }

    private long accessed(int word, long old) {
        scheduler.note(Trace.LOCAL_ACCESS, 0, Address.of(number, (long) word * Long.BYTES), old, words[word]);
        return old;
    }
}
