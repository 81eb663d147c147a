package io.baton.sim.explore;

import io.baton.fabric.Endpoint;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A thread of a {@link Stage}: it runs blocking code on a virtual thread of its own, a step at a time. */
final class Actor {

    private static final StackWalker WALKER = StackWalker.getInstance();

    /** What has become of what it has posted, if that is late. */
    enum Late { NOTHING, REQUEST, ANSWER }

    final int index;
    final StageProcess process;
    final String name;
    /** Whether it is a thread of the code under test, not one that uses it. */
    final boolean helper;
    private final Stage stage;
    private final Runnable body;
    private @Nullable Thread thread;

    StepKind kind = StepKind.START;
    @Nullable Request request;
    @Nullable StageEndpoint endpoint;
    @Nullable StageDoorbell doorbell;
    BooleanSupplier gate = () -> true;
    String what = "";
    long address;
    long mask;
    long value;
    long deadline = Endpoint.NO_DEADLINE;

    /** Its own clock, which stands still until a timeout of its passes. */
    long now;
    /** Where in the code it stands. */
    long location;
    /** Hash of what it has seen since it last waited: what its local variables may hold. */
    long seen;
    Late late = Late.NOTHING;
    boolean gaveUp;
    boolean locating;
    /** Whether timeouts of its pass together, and how many more may. */
    boolean repeating;
    int repeatsLeft;
    boolean crashed;
    private boolean abandoned;
    @Nullable Throwable failure;

    Actor(Stage stage, int index, StageProcess process, String name, boolean helper, Runnable body) {
        this.stage = stage;
        this.index = index;
        this.process = process;
        this.name = name;
        this.helper = helper;
        this.body = body;
    }

    /** Makes its thread, which the caller starts. */
    Thread thread() {
        thread = Thread.ofVirtual().name(name).unstarted(this::run);
        return thread;
    }

    private void run() {
        try {
            stage.awaitTurn(this);
            body.run();
        } catch (Abandoned end) {
            abandoned = true;
        } catch (Throwable thrown) {
            if (!abandoned) {
                failure = thrown;
            }
        }
        set(StepKind.DONE);
        location = 0;
        seen = 0;
        stage.ended(this);
    }

    boolean isOut() {
        return kind == StepKind.DONE || crashed;
    }

    boolean hasEnded() {
        return kind == StepKind.DONE;
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    Actor set(StepKind newKind) {
        kind = newKind;
        request = null;
        endpoint = null;
        doorbell = null;
        deadline = Endpoint.NO_DEADLINE;
        if (newKind != StepKind.POSTED) {
            seen = 0;
        }
        return this;
    }

    Request post(Request posted) {
        set(StepKind.POSTED);
        request = posted;
        gaveUp = false;
        pause();
        return posted;
    }

    /** Stops before the step that has been set. */
    void pause() {
        if (abandoned) {
            throw new Abandoned();
        }
        if (stage.passes(this)) {
            return;
        }
        location = locating ? locate() : 0;
        stage.yieldTurn(this);
    }

    void abandon() {
        abandoned = true;
        throw new Abandoned();
    }

    void see(long observed) {
        seen = Digests.mix(seen, observed);
    }

    boolean waits() {
        return kind == StepKind.AWAIT_NOTICE || kind == StepKind.AWAIT_WORD || kind == StepKind.AWAIT_DOORBELL;
    }

    long digest(long farNanos) {
        long hash = Digests.mix(kind.name().hashCode(), endpoint == null ? -1 : endpoint.route());
        hash = Digests.mix(Digests.mix(hash, location), seen);
        if (kind == StepKind.AWAIT_WORD) {
            hash = Digests.mix(Digests.mix(Digests.mix(hash, address), mask), value);
        }
        final long left = deadline == Endpoint.NO_DEADLINE ? -1 : Math.min(deadline - now, farNanos);
        hash = Digests.mix(Digests.mix(hash, left), late.name().hashCode());
        return request == null ? hash : Digests.mix(hash, request.digest());
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
