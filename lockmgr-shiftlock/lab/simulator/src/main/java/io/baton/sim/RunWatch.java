package io.baton.sim;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the owner of a cluster does while it runs: sleep, and now and then look whether the thread that has the turn
 * is at work. One that waits for something outside virtual time, as for a lock that another simulated thread holds
 * while it waits, would hang the run without a word.
 *
 * <p>Concurrency: reads what belongs to the running threads, without synchronization; it only ever concludes
 * something from several looks with the same result.
 */
final class RunWatch {

    private static final long LOOK_NANOS = 100_000_000;
    private static final int LOOKS_MAX = 15;
    private static final Duration END_MAX = Duration.ofSeconds(2);

    private final SimThread owner;
    private final Supplier<SimThread> turn;
    private SimThread seen;
    private long seenWaits;
    private int looks;

    RunWatch(SimThread owner, Supplier<SimThread> turn) {
        this.owner = owner;
        this.turn = turn;
        this.seen = owner;
    }

    /** Sleeps until the owner has the turn again, or the run must be stopped. */
    void await(Consumer<RuntimeException> stop) {
        while (!owner.hasTurn()) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            if (owner.hasTurn()) {
                break;
            }
            if (Thread.currentThread().isInterrupted()) {
                stop.accept(described("the run was interrupted while this thread had the turn:"));
            }
            if (looksBlocked() && ++looks >= LOOKS_MAX) {
                stop.accept(described("the thread that has the turn waits outside virtual time;"
                    + " let it wait through the fabric, or the cluster's parking:"));
            }
        }
        owner.awaitTurn();
    }

    private boolean looksBlocked() {
        final SimThread now = turn.get();
        final boolean same = now == seen && now.waits() == seenWaits;
        seen = now;
        seenWaits = now.waits();
        final Thread thread = now.thread();
        final boolean blocked = thread != null
            && (thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.BLOCKED);
        if (!same || !blocked) {
            looks = 0;
        }
        return same && blocked;
    }

    private IllegalStateException described(String what) {
        final SimThread now = turn.get();
        final StringBuilder text = new StringBuilder(what).append(' ').append(now.name());
        final Thread thread = now.thread();
        if (thread != null) {
            for (StackTraceElement frame : thread.getStackTrace()) {
                text.append("\n    at ").append(frame);
            }
        }
        return new IllegalStateException(text.toString());
    }

    /** Lets threads unwind, one after the other as far as they do not wait for each other. */
    static void endAll(List<SimThread> threads) {
        for (SimThread thread : threads) {
            if (thread.isStarted() && !thread.isEnded()) {
                thread.giveTurn();
                join(thread);
            }
        }
        for (SimThread thread : threads) {
            if (thread.isStarted() && !join(thread)) {
                throw new IllegalStateException(thread.name() + " does not end, although its cluster is closed; it"
                    + " must let the error pass that the fabric throws");
            }
        }
    }

    private static boolean join(SimThread simulated) {
        final Thread thread = simulated.thread();
        boolean interrupted = false;
        try {
            while (thread != null) {
                try {
                    return thread.join(END_MAX);
                } catch (InterruptedException wanted) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
