package io.baton.deploy.run;

import io.baton.deploy.open.Background;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.LogWork;
import io.baton.deploy.open.OpenWorkload;
import io.baton.lock.LockStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The clients of one run, on threads of their own: starts them, looks at them once a second, ends them. */
final class Clients {

    private static final long SECOND_NANOS = 1_000_000_000;
    /** A rest of a run that is shorter gets no line of its own. */
    private static final long REST_NANOS = SECOND_NANOS / 2;

    private final OpenWorkload workload;
    private final RunSettings settings;
    private final RunEnvironment environment;
    private final RunListener listener;
    private final Interruption interruption;
    private final Duration grace;
    private final CompletableFuture<Window> go = new CompletableFuture<>();
    private final List<ClientLoop> loops = new ArrayList<>();
    private final List<LiveSecond> everySecond = new ArrayList<>();
    private CompletableFuture<Void> ended = new CompletableFuture<>();

    Clients(OpenWorkload workload, RunSettings settings, RunEnvironment environment, RunListener listener,
            Interruption interruption, Duration grace) {
        this.workload = workload;
        this.settings = settings;
        this.environment = environment;
        this.listener = listener;
        this.interruption = interruption;
        this.grace = grace;
    }

    /** Opens all clients, lets them work through the window, and closes them. */
    Measured run() {
        for (int number = 0; number < settings.clients(); number++) {
            loops.add(new ClientLoop(
                number, workload.terminal(number), workload.kind(), settings, environment, go));
        }
        ended = CompletableFuture.allOf(loops.stream().map(this::start).toArray(CompletableFuture[]::new));
        listener.started();
        final Measured.Span span = watch();
        final boolean quiet = end();
        listener.ended();
        if (quiet) {
            loops.forEach(ClientLoop::close);
        }
        return new Measured(workload.kind().transactionTypes(), loops, span, quiet);
    }

    private CompletableFuture<Void> start(ClientLoop loop) {
        final CompletableFuture<Void> end = new CompletableFuture<>();
        final Thread.Builder builder = settings.virtualThreads() ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        builder.name("baton-client-" + loop.number()).start(() -> {
            loop.run();
            end.complete(null);
        });
        return end;
    }

    private Measured.Span watch() {
        final boolean measuresAtOnce = settings.warmup().isZero();
        LockStatistics before = measuresAtOnce ? workload.lockStatistics() : LockStatistics.NONE;
        LogWork logBefore = measuresAtOnce ? workload.logWork() : LogWork.NONE;
        ProcessorReading processorsBefore = measuresAtOnce ? environment.processors() : ProcessorReading.NONE;
        boolean measuring = measuresAtOnce;
        final Window window = new Window(environment.clock().nanoTime(), settings);
        go.complete(window);
        LiveReading last = read();
        long now = last.nanos();
        while (window.open(now) && !interruption.requested()) {
            final long second = nextSecond(last, window);
            final boolean wakeEarly = await(Math.min(second, measuring ? window.toNanos : window.fromNanos) - now);
            now = environment.clock().nanoTime();
            if (!measuring && now - window.fromNanos >= 0) {
                before = workload.lockStatistics();
                logBefore = workload.logWork();
                processorsBefore = environment.processors();
                measuring = true;
                last = tell(last, window);
            } else if (now - second >= 0) {
                last = tell(last, window);
            }
            if (wakeEarly) {
                break;
            }
        }
        final LockStatistics locks = measuring ? workload.lockStatistics().minus(before) : LockStatistics.NONE;
        final LogWork log = measuring ? workload.logWork().minus(logBefore) : LogWork.NONE;
        final ProcessorShare processors = measuring
            ? environment.processors().since(processorsBefore, settings.processors()) : ProcessorShare.NONE;
        final long until = Math.min(now - window.fromNanos, settings.duration().toNanos());
        window.stop();
        tell(last, window);
        return new Measured.Span(Math.max(0, until) / 1e9, locks, log, environment.residentBytes().get(),
            processors, List.copyOf(everySecond));
    }

    /** Waits; tells whether there is nothing more to wait for. */
    private boolean await(long nanos) {
        return Background.await(interruption, ended, Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    /** The next full second since the beginning that is far enough from the last reading. */
    private static long nextSecond(LiveReading last, Window window) {
        final long elapsed = last.nanos() + REST_NANOS - window.beginNanos;
        return window.beginNanos + Math.ceilDiv(elapsed, SECOND_NANOS) * SECOND_NANOS;
    }

    /** Tells the listener what has happened since the last reading, if that is long enough ago. */
    private LiveReading tell(LiveReading last, Window window) {
        final LiveReading reading = read();
        if (reading.nanos() - last.nanos() < REST_NANOS) {
            return last;
        }
        final LiveSecond second = reading.since(last, window, workload.kind().headline());
        everySecond.add(second);
        listener.second(second);
        return reading;
    }

    private LiveReading read() {
        return LiveReading.of(environment.clock().nanoTime(), workload.kind().transactionTypes().size(), loops,
            workload.memory().bytes(), workload.checkpointing());
    }

    /** Waits until the clients have ended; tells whether they have. */
    private boolean end() {
        // A new interruption, because this wait is bounded and the run's own may have been requested already.
        return Background.await(new Interruption(), ended, grace.toNanos(), TimeUnit.NANOSECONDS) && ended.isDone();
    }
}
