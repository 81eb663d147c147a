package io.baton.explore;

import io.baton.explore.graph.Digests;
import io.baton.fabric.Endpoint;

/** What is to be known of a thread that stands still; a thread of its own runs the code, or nobody does any more. */
final class ThreadState {

    /** What has become of what it has posted, if that is late. */
    enum Late { NOTHING, REQUEST, ANSWER }

    static final int NONE = -1;

    final int index;
    final int node;
    final String name;
    /** Whether it is a thread of the code under test, not one that uses it. */
    final boolean helper;
    /** Before which step it stands. */
    NextStep stop = NextStep.START;
    /** Its own clock, which stands still until a timeout of its passes. */
    long now;
    long deadline = Endpoint.NO_DEADLINE;
    /** When its operation must be over, by its own clock. */
    long limit = Endpoint.NO_DEADLINE;
    Late late = Late.NOTHING;
    boolean gaveUp;
    /** What came of what it has posted. */
    RequestAnswer answer = RequestAnswer.NONE;
    boolean crashed;
    private long digest;

    ThreadState(int index, int node, String name, boolean helper) {
        this.index = index;
        this.node = node;
        this.name = name;
        this.helper = helper;
    }

    ThreadState copy() {
        final ThreadState copy = new ThreadState(index, node, name, helper);
        copy.stop = stop;
        copy.now = now;
        copy.deadline = deadline;
        copy.limit = limit;
        copy.late = late;
        copy.gaveUp = gaveUp;
        copy.answer = answer;
        copy.crashed = crashed;
        return copy;
    }

    void stopAt(NextStep reached) {
        stop = reached;
        deadline = reached.leftNanos() == NextStep.FOR_EVER ? Endpoint.NO_DEADLINE : now + reached.leftNanos();
        late = Late.NOTHING;
        gaveUp = false;
        answer = RequestAnswer.NONE;
    }

    StepKind kind() {
        return stop.kind();
    }

    PostedRequest request() {
        final PostedRequest request = stop.request();
        if (request == null) {
            throw new IllegalStateException(name + " has posted nothing");
        }
        return request;
    }

    boolean isOut() {
        return stop.kind() == StepKind.DONE || stop.kind() == StepKind.ABSENT || crashed;
    }

    /** Whether the deadline of its operation may still pass. */
    boolean mayExpire() {
        return limit != Endpoint.NO_DEADLINE && now < limit && !isOut();
    }

    /** Begins an operation, or ends one: from then on its clock begins anew. */
    void begin(long deadlineNanos) {
        now = 0;
        limit = deadlineNanos;
    }

    boolean waits() {
        return switch (stop.kind()) {
            case AWAIT_NOTICE, AWAIT_WORD, AWAIT_DOORBELL -> true;
            default -> false;
        };
    }

    /** Not to be asked before all changes have been made. */
    long digest(long farNanos) {
        if (digest == 0) {
            final long left = deadline == Endpoint.NO_DEADLINE ? -1 : Math.min(deadline - now, farNanos);
            digest = Digests.mix(Digests.mix(stop.digest(), left), late.name().hashCode() * 2L + (gaveUp ? 1 : 0));
            if (limit != Endpoint.NO_DEADLINE) {
                digest = Digests.mix(digest, mayExpire() ? 1 : 2);
            }
            if (late == Late.ANSWER) {
                digest = Digests.mix(digest, answer.digest());
            }
        }
        return digest;
    }
}
