package io.baton.trial;

import io.baton.lock.shiftlock.HoldState;
import io.baton.sim.model.FaultKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What came of many fault campaigns. */
public final class CampaignSummary {

    private static final int VIOLATIONS_MAX = 100;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
    private final SortedMap<Long, String> violations = new TreeMap<>();
    private final Coverage coverage = new Coverage();
    private long seeds;
    private long grants;
    private long refusals;
    private long resets;
    private long suspicions;
    private long hash;

    void add(CampaignResult result) {
        seeds++;
        grants += result.grants();
        refusals += result.refusals();
        resets += result.resets();
        suspicions += result.suspicions();
        hash += (result.traceHash() ^ result.seed()) * SPREAD;
        result.faults().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
        coverage.add(result.coverage());
        if (!result.violation().isEmpty()) {
            note(result.seed(), result.violation());
        }
    }

    void add(CampaignSummary other) {
        seeds += other.seeds;
        grants += other.grants;
        refusals += other.refusals;
        resets += other.resets;
        suspicions += other.suspicions;
        hash += other.hash;
        other.faults.forEach((kind, count) -> faults.merge(kind, count, Long::sum));
        coverage.add(other.coverage);
        other.violations.forEach(this::note);
    }

    private void note(long seed, String violation) {
        if (violations.size() < VIOLATIONS_MAX) {
            violations.put(seed, violation);
        }
    }

    /** {@return how many seeds were run} */
    public long seeds() {
        return seeds;
    }

    /** {@return what the judge said was broken, by seed; at most 100 of them} */
    public SortedMap<Long, String> violations() {
        return violations;
    }

    /**
     * Returns how often something went wrong.
     *
     * @param kind what
     * @return the count
     */
    public long faults(FaultKind kind) {
        return faults.getOrDefault(kind, 0L);
    }

    /**
     * Returns how often a fault met a client in a state of the protocol.
     *
     * @param kind the fault
     * @param state what the client was doing about a lock; IDLE if about none
     * @param frozen whether the lock was frozen then
     * @return the count
     */
    public long met(FaultKind kind, HoldState state, boolean frozen) {
        return coverage.count(kind, state, frozen);
    }

    /** {@return how many critical sections were entered} */
    public long grants() {
        return grants;
    }

    /** {@return how many tokens were refused, of processes that had lost their session without knowing} */
    public long refusals() {
        return refusals;
    }

    /** {@return how many locks the server has reset} */
    public long resets() {
        return resets;
    }

    /** {@return how often a client has asked the lock server for a reset} */
    public long suspicions() {
        return suspicions;
    }

    /** {@return the hash of all that has happened: the same for the same seeds} */
    public long traceHash() {
        return hash;
    }
}
