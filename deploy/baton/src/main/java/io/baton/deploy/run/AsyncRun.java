package io.baton.deploy.run;

import io.baton.deploy.open.Background;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.LogWork;
import io.baton.deploy.open.OpenWorkload;
import io.baton.engine.Session;
import io.baton.workload.SessionTerminal;
import io.baton.workload.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs a workload with asynchronous calls: a few threads keep many calls in flight, and begin another as soon as one
 * has ended. One run, one thread.
 */
public final class AsyncRun {

    /** Longer calls are not told from each other, but for the longest one. */
    static final long LATENCY_MAX_NANOS = TimeUnit.MINUTES.toNanos(10);
    static final int DIGITS = 3;

    private final OpenWorkload workload;
    private final int threads;
    private final RunSettings settings;
    private final RunEnvironment environment;
    private final Interruption interruption;

    /**
     * Prepares a run.
     *
     * @param workload what to run, whose terminals are {@link SessionTerminal}s; its engine has a place for each call
     *     in flight and one more. The caller closes it
     * @param threads how many threads begin calls
     * @param settings how many clients, which are the calls in flight, and how long
     * @param environment time and waiting
     * @param interruption may be requested at any time
     */
    public AsyncRun(OpenWorkload workload, int threads, RunSettings settings, RunEnvironment environment,
            Interruption interruption) {
        this.workload = workload;
        this.threads = threads;
        this.settings = settings;
        this.environment = environment;
        this.interruption = interruption;
    }

    /**
     * Loads the workload and runs it.
     *
     * @return what came out
     */
    public AsyncResult run() {
        workload.onEngine().load(rows -> {});
        workload.endLoading();
        final List<AsyncCaller> callers = new ArrayList<>();
        // Terminals want a session; nobody calls in this one, so one is enough for all.
        try (Session idle = workload.engine().session()) {
            for (int caller = 0; caller < threads; caller++) {
                callers.add(new AsyncCaller(workload.engine(), terminals(idle, caller), environment.clock()));
            }
            final Window window = new Window(environment.clock().nanoTime(), settings);
            final CompletableFuture<?>[] ended = callers.stream().map(caller -> start(caller, window))
                .toArray(CompletableFuture[]::new);
            // A caller ends before the window does only if calls have failed, and then so do the others.
            final CompletableFuture<?> failed = CompletableFuture.anyOf(ended);
            pause(window.fromNanos, failed);
            final LogWork before = workload.logWork();
            final long begin = environment.clock().nanoTime();
            pause(window.toNanos, failed);
            final LogWork log = workload.logWork().minus(before);
            final double seconds = (environment.clock().nanoTime() - begin) / 1e9;
            window.stop();
            CompletableFuture.allOf(ended).join();
            return result(callers, seconds, log);
        }
    }

    private List<SessionTerminal<?>> terminals(Session idle, int caller) {
        final List<SessionTerminal<?>> terminals = new ArrayList<>();
        for (int number = caller; number < settings.clients(); number += threads) {
            final Terminal terminal = workload.onEngine().terminal(idle, number);
            if (!(terminal instanceof SessionTerminal<?> calls)) {
                throw new IllegalArgumentException(
                    workload.kind().name() + " has terminals that make no asynchronous calls");
            }
            terminals.add(calls);
        }
        return terminals;
    }

    private static CompletableFuture<Void> start(AsyncCaller caller, Window window) {
        final CompletableFuture<Void> end = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("baton-caller-", 0).start(() -> {
            try {
                caller.run(window);
                end.complete(null);
            } catch (RuntimeException | Error e) {
                window.stop();
                end.completeExceptionally(e);
            }
        });
        return end;
    }

    private void pause(long untilNanos, CompletableFuture<?> failed) {
        Background.await(interruption, failed,
            Math.max(0, untilNanos - environment.clock().nanoTime()), TimeUnit.NANOSECONDS);
    }

    private static AsyncResult result(List<AsyncCaller> callers, double seconds, LogWork log) {
        final LatencyHistogram latency = LatencyHistogram.sum(LATENCY_MAX_NANOS, DIGITS);
        final List<String> failures = new ArrayList<>();
        for (final AsyncCaller caller : callers) {
            latency.add(caller.latency);
            failures.addAll(caller.failures);
        }
        return new AsyncResult(latency.count(), seconds, Latencies.of(latency), log, failures);
    }
}
