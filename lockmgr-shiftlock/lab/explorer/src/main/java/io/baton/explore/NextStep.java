package io.baton.explore;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.JudgedState;
import org.jspecify.annotations.Nullable;

/**
 * Before which step a thread stands.
 *
 * @param kind which kind of step it is
 * @param request what it has posted, if anything
 * @param endpoint number of the endpoint at which it waits, or -1
 * @param doorbell number of the doorbell for which it waits, or -1
 * @param gate what it waits for, if the system decides
 * @param what what it does, for people
 * @param word what it waits for in memory, if anything
 * @param leftNanos how long it waits at most by its own clock
 * @param location where in the code it stands, hashed; 0 if unknown
 * @param seen hash of what it has seen since it last waited: what its local variables may hold
 * @param failure of what it has died, if anything
 */
record NextStep(StepKind kind, @Nullable PostedRequest request, int endpoint, int doorbell,
        JudgedState.@Nullable Question gate,
        String what, @Nullable Word word, long leftNanos, long location, long seen, @Nullable String failure) {

    static final long FOR_EVER = -1;
    static final NextStep ABSENT = of(StepKind.ABSENT);
    static final NextStep START = of(StepKind.START);

    /**
     * What a thread waits for in memory.
     *
     * @param address where
     * @param mask which bits
     * @param value what they shall be
     */
    record Word(long address, long mask, long value) {
    }

    static NextStep of(StepKind kind) {
        return new NextStep(kind, null, ThreadState.NONE, ThreadState.NONE, null, "", null, FOR_EVER, 0, 0, null);
    }

    static NextStep posting(PostedRequest request) {
        return new NextStep(StepKind.POSTED, request, ThreadState.NONE, ThreadState.NONE, null, "", null, FOR_EVER, 0,
            0, null);
    }

    static NextStep working(String what) {
        return new NextStep(StepKind.WORK, null, ThreadState.NONE, ThreadState.NONE, null, what, null, FOR_EVER, 0, 0,
            null);
    }

    static NextStep waiting(JudgedState.Question gate) {
        return new NextStep(StepKind.GATE, null, ThreadState.NONE, ThreadState.NONE, gate, "", null, FOR_EVER, 0, 0,
            null);
    }

    static NextStep waiting(StepKind kind, int endpoint, int doorbell, @Nullable Word word, long leftNanos) {
        return new NextStep(kind, null, endpoint, doorbell, null, "", word, leftNanos, 0, 0, null);
    }

    static NextStep end(@Nullable String failure) {
        return new NextStep(StepKind.DONE, null, ThreadState.NONE, ThreadState.NONE, null, "", null, FOR_EVER, 0, 0,
            failure);
    }

    NextStep at(long newLocation, long newSeen) {
        return new NextStep(kind, request, endpoint, doorbell, gate, what, word, leftNanos, newLocation, newSeen,
            failure);
    }

    /** Everything but how long it waits, which depends on how much time has passed. */
    long digest() {
        long hash = Digests.mix(kind.name().hashCode(), endpoint * 256L + doorbell);
        hash = Digests.mix(Digests.mix(hash, location), seen);
        if (word != null) {
            hash = Digests.mix(Digests.mix(Digests.mix(hash, word.address), word.mask), word.value);
        }
        return request == null ? hash : Digests.mix(hash, request.digest());
    }
}
