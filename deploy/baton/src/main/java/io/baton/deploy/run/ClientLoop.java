package io.baton.deploy.run;

import io.baton.workload.Terminal;
import io.baton.workload.TransactionEnd;
import io.baton.workload.TransactionKind;
import io.baton.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One client at work: the hot path of a run. It shares nothing with other clients but the {@link Window}. */
final class ClientLoop implements Runnable {

    private static final int FAILURES_MAX = 3;
    private static final long PAUSE_MAX_NANOS = 50_000_000;

    private final int number;
    private final Terminal terminal;
    private final RunEnvironment environment;
    private final boolean yields;
    private final CompletableFuture<Window> go;
    final ClientMeasurements measurements;
    /** What went wrong, the first few only; read by others once this thread has ended. */
    final List<String> failures = new ArrayList<>();
    private volatile @Nullable Throwable death;

    ClientLoop(int number, Terminal terminal, Workload workload, RunSettings settings,
            RunEnvironment environment, CompletableFuture<Window> go) {
        this.number = number;
        this.terminal = terminal;
        this.environment = environment;
        this.yields = settings.virtualThreads();
        this.go = go;
        this.measurements = new ClientMeasurements(
            workload.transactionTypes().size(), settings.clients(), workload.timesRolledBack());
    }

    @Override
    public void run() {
        final Window window = go.join();
        try {
            work(window);
        } catch (RuntimeException | Error e) {
            // What an engine throws here is a bug or a broken machine: nobody goes on.
            death = e;
            window.stop();
        }
    }

    /** Returns what ended this client before its time. */
    @Nullable
    Throwable death() {
        return death;
    }

    int number() {
        return number;
    }

    void close() {
        terminal.close();
    }

    private void work(Window window) {
        final Share share = new Share(window);
        long begin = environment.clock().nanoTime();
        long restartsBefore = terminal.restarts();
        while (share.next(begin)) {
            final TransactionKind type = terminal.next();
            begin = pause(terminal.keyingNanos(), begin, window);
            final TransactionEnd end = terminal.execute();
            final long now = environment.clock().nanoTime();
            final long restarts = terminal.restarts();
            measurements.record(type.ordinal(), end, now - begin, restarts - restartsBefore, share.counts(now));
            if (end == TransactionEnd.FAILED) {
                fail(type);
            }
            restartsBefore = restarts;
            begin = pause(terminal.thinkNanos(), now, window);
            giveWay();
        }
    }

    /**
     * Virtual threads are not taken off their processor, so with more clients than processors each makes room for the
     * next after a transaction; otherwise some would work and others never begin.
     */
    @SuppressWarnings("ThreadPriorityCheck")
    private void giveWay() {
        if (yields) {
            Thread.yield();
        }
    }

    private void fail(TransactionKind type) {
        if (failures.size() < FAILURES_MAX) {
            failures.add(type.label() + " failed: " + terminal.lastFailure());
        }
    }

    /** Waits unless the window ends; returns the time. */
    private long pause(long nanos, long nowNanos, Window window) {
        final long until = nowNanos + nanos;
        long now = nowNanos;
        while (now - until < 0 && window.open(now)) {
            environment.pause().accept(Math.min(until - now, PAUSE_MAX_NANOS));
            now = environment.clock().nanoTime();
        }
        return now;
    }
}
