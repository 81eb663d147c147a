package io.baton.explore;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.Wording;
import io.baton.fabric.Endpoint;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A thread of an {@link ThreadedExecution}: it runs blocking code on a virtual thread of its own, a step at a time. */
final class Actor {

    private static final int FRAMES_TOLD = 4;
    private static final StackWalker WALKER = StackWalker.getInstance();

    final int index;
    final String name;
    private final ThreadedExecution execution;
    private @Nullable Thread thread;
    /** Hash of what it has seen since it last waited. */
    private long seen;
    /** Hash of what it has ever learnt from memory, mailboxes and what became of its requests. */
    private long history;
    /** Whether it is to say where it stands when it stops. */
    boolean locating;
    /** Whether timeouts of its pass together, and how many more may. */
    boolean repeating;
    int repeatsLeft;
    private RequestAnswer answer = RequestAnswer.NONE;
    private boolean gaveUp;
    private boolean abandoned;

    Actor(ThreadedExecution execution, int index, String name) {
        this.execution = execution;
        this.index = index;
        this.name = name;
    }

    /** Makes its thread, which the caller starts. */
    Thread thread(Runnable body) {
        final Thread made = Thread.ofVirtual().name(name).unstarted(() -> run(body));
        thread = made;
        return made;
    }

    private void run(Runnable body) {
        String failure = null;
        try {
            execution.awaitTurn(this);
            body.run();
        } catch (Abandoned end) {
            abandoned = true;
        } catch (Throwable thrown) {
            failure = thrown + " at " + Arrays.stream(thrown.getStackTrace()).limit(FRAMES_TOLD).toList();
        }
        execution.ended(this, NextStep.end(abandoned ? null : failure));
    }

    ThreadState state() {
        return execution.global().threads[index];
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    /** Whether it has given up what it has posted last. */
    boolean gaveUp() {
        return gaveUp;
    }

    RequestAnswer post(PostedRequest posted) {
        pause(NextStep.posting(posted));
        return answer;
    }

    void await(StepKind kind, int endpoint, int doorbell, NextStep.@Nullable Word word, long deadlineNanos) {
        pause(NextStep.waiting(kind, endpoint, doorbell, word,
            deadlineNanos == Endpoint.NO_DEADLINE ? NextStep.FOR_EVER : Math.max(0, deadlineNanos - state().now)));
    }

    /** Stops before a step. */
    void pause(NextStep next) {
        if (abandoned) {
            throw new Abandoned();
        }
        if (next.kind() != StepKind.POSTED) {
            seen = 0;
        }
        gaveUp = false;
        if (execution.passes(this, next)) {
            answer = execution.global().answered;
        } else {
            execution.yieldTurn(this, next.at(locating ? locate() : 0, seen));
            seen = Digests.mix(seen, execution.global().process(state().node).memory.shared());
            answer = state().answer;
            gaveUp = state().gaveUp;
        }
    }

    /**
     * A client's nudge takes no step of its own, nor does what a helper of a client process sends to others, nor a READ
     * between timeouts that pass together.
     */
    boolean isPartOfAnother(PostedRequest request) {
        if (!request.isSend()) {
            return repeating && request.kind == PostedRequest.Kind.READ;
        }
        final GlobalState global = execution.global();
        if (global.fine) {
            return false;
        }
        final boolean nudges =
            global.scenario.wording().role(new UnsafeBuffer(request.notice)) == Wording.Role.NUDGE;
        return state().helper ? state().node != global.serverNode() && !nudges : nudges;
    }

    void abandon() {
        abandoned = true;
        throw new Abandoned();
    }

    void see(long observed) {
        seen = Digests.mix(seen, observed);
        history = Digests.mix(history, observed);
    }

    /** Its local variables hold nothing that it has seen. */
    void forget() {
        seen = 0;
    }

    long history() {
        return history;
    }

    private static long locate() {
        return WALKER.walk(frames -> {
            final long[] hash = new long[1];
            frames.forEach(frame -> hash[0] =
                Digests.mix(hash[0], frame.getMethodName().hashCode() * 65_537L + frame.getByteCodeIndex()));
            return hash[0];
        });
    }

    /** Unwinds the stack of a thread whose execution is not wanted any more. */
    static final class Abandoned extends Error {

        private static final long serialVersionUID = 1L;

        private Abandoned() {
            super("abandoned", null, false, false);
        }
    }
}
