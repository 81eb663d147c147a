package io.baton.lab.bench;

import io.baton.deploy.open.DataSettings;
import io.baton.deploy.open.EngineSettings;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.LogWork;
import io.baton.deploy.open.OpenWorkload;
import io.baton.deploy.open.StoreResult;
import io.baton.deploy.run.AsyncResult;
import io.baton.deploy.run.AsyncRun;
import io.baton.deploy.run.Driver;
import io.baton.deploy.run.RunEnvironment;
import io.baton.deploy.run.RunResult;
import io.baton.deploy.run.RunSettings;
import io.baton.engine.Durability;
import io.baton.engine.LockKind;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntConsumer;

/** Measures a workload with and without a store, each time in an engine of its own. One thread. */
final class DurabilityBenchmark {

    private static final int ASYNC_THREADS = 2;
    private static final long SEED = 1;

    private final Workload workload;
    private final Duration warmup;
    private final Duration duration;
    private final int processors;
    private final RunEnvironment environment;
    private final Interruption interruption;
    private final BenchFolder folder;

    /**
     * Prepares a benchmark.
     *
     * @param workload what to run, whose first setting is its scale
     * @param warmup how long each case warms up
     * @param duration how long each is measured
     * @param processors how many processors there are
     * @param environment time and waiting
     * @param interruption may be requested at any time
     * @param folder where stores are made
     */
    DurabilityBenchmark(Workload workload, Duration warmup, Duration duration, int processors,
            RunEnvironment environment, Interruption interruption, BenchFolder folder) {
        this.workload = workload;
        this.warmup = warmup;
        this.duration = duration;
        this.processors = processors;
        this.environment = environment;
        this.interruption = interruption;
        this.folder = folder;
    }

    /**
     * Measures.
     *
     * @param cases what to measure, at least one
     * @param casesDone told how many cases are done, from 0
     * @return a figure for each case; fewer if interrupted
     * @throws IllegalStateException if transactions failed; the message says why
     */
    List<DurabilityFigure> run(List<DurabilityCase> cases, IntConsumer casesDone) {
        final List<DurabilityFigure> figures = new ArrayList<>();
        casesDone.accept(0);
        // A rehearsal: the first case must not pay for the JIT compiler's work, which the others profit from.
        measure(cases.getFirst());
        for (int i = 0; i < cases.size() && !interruption.requested(); i++) {
            casesDone.accept(i);
            final DurabilityFigure figure = measure(cases.get(i));
            if (interruption.requested()) {
                return figures;
            }
            figures.add(figure);
        }
        casesDone.accept(figures.size());
        return figures;
    }

    private DurabilityFigure measure(DurabilityCase of) {
        final RunSettings settings = new RunSettings(of.clients(), warmup, duration, false, processors);
        final Setting scale = workload.settings().getFirst();
        final WorkloadConfig config =
            new WorkloadConfig(Map.of(scale, (long) of.scale()), SEED, settings.length());
        final DataSettings data = of.durability() == Durability.NONE ? null
            : new DataSettings(folder.store(), of.durability(), Optional.empty());
        // One place more than calls in flight, for the session that nobody calls in.
        final EngineSettings engine = new EngineSettings(of.clients() + (of.asynchronous() ? 1 : 0),
            LockKind.SHIFTLOCK, EngineSettings.LOCK_SLOTS_DEFAULT, OptionalLong.empty(), SEED, null).keeping(data);
        // What the case before has left is not this one's to collect.
        System.gc();
        try {
            final OpenWorkload open = OpenWorkload.open(workload, config, engine);
            return of.asynchronous() ? asynchronous(of, open, settings) : driven(of, open, settings);
        } finally {
            if (interruption.requested()) {
                // Who was interrupted while it loaded has left its engine open.
                folder.storeInUse();
            }
            folder.removeStore();
        }
    }

    private DurabilityFigure driven(DurabilityCase of, OpenWorkload open, RunSettings settings) {
        final RunResult result =
            new Driver(open, settings, environment, new NoListener(), interruption).run();
        requireGood(of, result.failures());
        return new DurabilityFigure(of, result.all().committed(), result.seconds(), result.all().latency(),
            result.store().map(StoreResult::log).orElse(LogWork.NONE));
    }

    private DurabilityFigure asynchronous(DurabilityCase of, OpenWorkload open, RunSettings settings) {
        try (open) {
            final AsyncResult result =
                new AsyncRun(open, ASYNC_THREADS, settings, environment, interruption).run();
            requireGood(of, result.failures());
            return new DurabilityFigure(of, result.committed(), result.seconds(), result.latency(), result.log());
        }
    }

    private static void requireGood(DurabilityCase of, List<String> failures) {
        if (!failures.isEmpty()) {
            throw new IllegalStateException(of + " failed: " + failures.getFirst());
        }
    }
}
