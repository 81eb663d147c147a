package io.baton.lock;

import io.baton.explore.graph.Digests;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One scripted thread of a {@link Stage}: it runs blocking code on a virtual thread of its own, a step at a time. */
final class Actor {

    /** The clock of an actor stands at 0 until the deadline of its operation is made to pass. */
    static final long DEADLINE_NANOS = 1_000_000_000_000L;

    private static final StackWalker WALKER = StackWalker.getInstance();

    final Stage stage;
    final int index;
    final String name;
    final Step step = new Step();
    final Deque<Op> ops = new ArrayDeque<>();
    final List<@Nullable LockMode> holding = new ArrayList<>();
    private final @Nullable Runnable code;
    private final Thread thread;
    /** Whether the actor waits for more operations instead of ending. */
    boolean stays;
    @Nullable LockClient client;
    @Nullable Op op;
    long now;
    /** Where in the code the actor has stopped. */
    long location;
    private boolean abandoned;
    @Nullable Throwable failure;
    /** For an agent: whom it found to look after when it began its round. */
    String round = "";

    Actor(Stage stage, int index, String name, @Nullable Runnable code) {
        this.stage = stage;
        this.index = index;
        this.name = name;
        this.code = code;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    boolean ended() {
        return step.kind == StepKind.DONE;
    }

    private void run() {
        try {
            stage.awaitTurn(this);
            if (code != null) {
                code.run();
            } else {
                perform();
            }
        } catch (Abandoned end) {
            abandoned = true;
        } catch (Throwable thrown) {
            if (!abandoned) {
                failure = thrown;
            }
        }
        step.set(StepKind.DONE, null);
        location = 0;
        stage.end();
    }

    private void perform() {
        while (stays || !ops.isEmpty()) {
            final Op next = ops.poll();
            if (next == null) {
                step.set(StepKind.IDLE, null);
                pause();
                continue;
            }
            op = next;
            now = 0;
            final LockOutcome outcome = perform(next);
            now = 0;
            op = null;
            if (outcome != null && outcome != LockOutcome.GRANTED && next.kind() != Op.Kind.UPGRADE && !stays) {
                skip(next.slot());
            }
        }
    }

    private @Nullable LockOutcome perform(Op next) {
        final LockClient locks = java.util.Objects.requireNonNull(client);
        final long deadline = next.deadline() ? DEADLINE_NANOS : LockClient.NO_DEADLINE;
        final LockOutcome outcome = switch (next.kind()) {
            case ACQUIRE_SHARED -> locks.acquire(next.slot(), LockMode.SHARED, deadline);
            case ACQUIRE_EXCLUSIVE -> locks.acquire(next.slot(), LockMode.EXCLUSIVE, deadline);
            case ACQUIRE_ALL -> locks.acquireAll(next.list(), deadline);
            case TRY_SHARED -> locks.tryAcquire(next.slot(), LockMode.SHARED);
            case TRY_EXCLUSIVE -> locks.tryAcquire(next.slot(), LockMode.EXCLUSIVE);
            case UPGRADE -> locks.upgrade(next.slot());
            default -> null;
        };
        if (outcome != null) {
            for (int slot = 0; slot < holding.size(); slot++) {
                holding.set(slot, locks.held(slot));
            }
            if (stage.tracing()) {
                stage.trace(name + ": " + next.text() + ": " + outcome);
            }
            return outcome;
        }
        performOther(next, locks);
        return null;
    }

    private void performOther(Op next, LockClient locks) {
        switch (next.kind()) {
            case WORK -> {
                step.set(StepKind.WORK, null);
                pause();
            }
            case RELEASE -> {
                holding.set(next.slot(), null);
                locks.release(next.slot());
            }
            case RELEASE_ALL -> {
                holding.replaceAll(held -> null);
                locks.releaseAll();
            }
            case CLOSE -> locks.close();
            default -> throw new IllegalArgumentException(next.text());
        }
        if (stage.tracing() && next.kind() != Op.Kind.WORK) {
            stage.trace(name + ": " + next.text() + ": done");
        }
    }

    private void skip(int slot) {
        Op skipped = ops.poll();
        while (skipped != null && (skipped.kind() != Op.Kind.RELEASE || skipped.slot() != slot)) {
            skipped = ops.poll();
        }
    }

    /** Stops before the step that has been set. */
    void pause() {
        if (abandoned) {
            throw new Abandoned();
        }
        location = stage.locating() ? locate() : 0;
        stage.yieldTurn(this);
    }

    /** Called when the actor goes on. */
    void resumed(boolean goOn) {
        if (!goOn) {
            abandoned = true;
            throw new Abandoned();
        }
    }

    private static long locate() {
        return WALKER.walk(frames -> {
            final long[] hash = new long[1];
            frames.forEach(frame ->
                hash[0] = Digests.mix(hash[0], frame.getMethodName().hashCode() * 65_537L + frame.getByteCodeIndex()));
            return hash[0];
        });
    }

    /** Unwinds the stack of an actor whose execution is not wanted any more. */
    static final class Abandoned extends Error {

        private static final long serialVersionUID = 1L;

        private Abandoned() {
            super("abandoned", null, false, false);
        }
    }
}
