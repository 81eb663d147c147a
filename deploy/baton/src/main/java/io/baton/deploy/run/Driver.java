package io.baton.deploy.run;

import io.baton.deploy.open.Background;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.OpenWorkload;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.history.UnwritableHistoryException;
import io.baton.engine.observe.StackText;
import io.baton.storage.OutOfMemoryBudgetException;
import io.baton.storage.log.LogFailedException;
import io.baton.workload.ConditionResult;
import io.baton.workload.UnfitDataException;
import io.baton.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes a workload through its run: load or go on with what a store has brought, check, warm up, measure, check again.
 * One run, one thread.
 *
 * <p>If the {@link Interruption} is requested, it stops where it is and returns what is known so far.
 */
public final class Driver {

    /** How long clients may take to end their last transaction. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final OpenWorkload workload;
    private final RunSettings settings;
    private final RunEnvironment environment;
    private final RunListener listener;
    private final Interruption interruption;
    private final Background background;
    private final Duration grace;
    private final SequencedMap<String, ConditionResult> checks = new LinkedHashMap<>();
    private final LongAdder rows = new LongAdder();
    /** What went wrong outside the clients, in sentences. */
    private final List<String> troubles = new ArrayList<>();
    private double loadSeconds;
    private boolean checkedAfterRun;
    /** Whether the data are those of an earlier run. */
    private boolean resumed;
    /** Whether nobody is at work in the workload. */
    private boolean quiet;

    /**
     * Prepares a run.
     *
     * @param workload what to run; it is closed at the end, unless a thread is still at work in it then
     * @param settings how to run it
     * @param environment time and waiting
     * @param listener told what happens
     * @param interruption may be requested at any time
     */
    public Driver(OpenWorkload workload, RunSettings settings, RunEnvironment environment, RunListener listener,
            Interruption interruption) {
        this(workload, settings, environment, listener, interruption, GRACE);
    }

    Driver(OpenWorkload workload, RunSettings settings, RunEnvironment environment, RunListener listener,
            Interruption interruption, Duration grace) {
        this.workload = workload;
        this.settings = settings;
        this.environment = environment;
        this.listener = listener;
        this.interruption = interruption;
        this.background = new Background(interruption);
        this.grace = grace;
    }

    /**
     * Runs the workload.
     *
     * @return what came out, whether it was good or not
     */
    public RunResult run() {
        boolean complete = false;
        try {
            final RunResult result = result(work());
            complete = true;
            return quiet ? close(result) : result;
        } finally {
            if (quiet && !complete) {
                workload.close();
            }
        }
    }

    /** Returns what the clients have measured, or null if it did not come to that. */
    private @Nullable Measured work() {
        quiet = fill() && (!troubles.isEmpty()
            || check(resumed ? Phase.CHECKING_RECOVERED : Phase.CHECKING_LOADED));
        if (!quiet || !conditionsHold() || !troubles.isEmpty()) {
            return null;
        }
        final Clients clients = new Clients(workload, settings, environment, listener, interruption, grace);
        quiet = false;
        final Measured measured = clients.run();
        quiet = measured.quiet();
        if (quiet && !interruption.requested() && !measured.historyLost()) {
            quiet = check(Phase.CHECKING_RUN);
        }
        return measured;
    }

    /** Closes the workload; if history, log or the last checkpoint cannot be written to the end, the result says so. */
    private RunResult close(RunResult result) {
        try {
            workload.close();
            return result;
        } catch (UnwritableHistoryException e) {
            return result.failed(String.valueOf(e.getMessage()));
        } catch (LogFailedException e) {
            return result.failed("the data are not all on disk: " + e.getMessage());
        } catch (RuntimeException e) {
            return result.failed("the engine could not be closed: " + StackText.of(e));
        }
    }

    /** Returns whether nobody is filling the tables any more. */
    private boolean fill() {
        if (workload.recovery().isPresent()) {
            final long begin = now();
            try {
                final Optional<Boolean> done = background.run("baton-resume", () -> workload.onEngine().resume(),
                    () -> listener.progress(Phase.RESUMING, 0, 0, secondsSince(begin)));
                resumed = done.orElse(false);
                if (resumed || done.isEmpty()) {
                    return done.isPresent();
                }
            } catch (UnfitDataException e) {
                quiet = true;
                throw e;
            }
        }
        return load();
    }

    /** Returns whether nobody is loading any more. */
    private boolean load() {
        try {
            return loadAll();
        } catch (RuntimeException e) {
            // Loaders with threads of their own wrap what was thrown there.
            final Throwable reason = e instanceof OutOfMemoryBudgetException ? e : e.getCause();
            if (reason instanceof OutOfMemoryBudgetException full) {
                troubles.add("the data do not fit into the budget of --memory: " + full.getMessage());
                // Closing would make a part of a load durable.
                return !workload.durable();
            }
            throw e;
        }
    }

    private boolean loadAll() {
        final long total = workload.onEngine().rowsToLoad();
        final long begin = now();
        final Optional<Boolean> done = background.run("baton-load", () -> {
            workload.onEngine().load(rows::add);
            workload.endLoading();
            return true;
        }, () -> listener.progress(Phase.LOADING, rows.sum(), total, secondsSince(begin)));
        loadSeconds = secondsSince(begin);
        if (done.isPresent()) {
            listener.loaded(rows.sum(), loadSeconds);
        }
        return done.isPresent();
    }

    /** Returns whether nobody is checking any more. */
    private boolean check(Phase phase) {
        if (!settings.checks()) {
            return true;
        }
        final long begin = now();
        try {
            final Optional<SequencedMap<String, ConditionResult>> results = background.run("baton-check",
                () -> workload.onEngine().check(phase == Phase.CHECKING_LOADED),
                () -> listener.progress(phase, 0, 0, secondsSince(begin)));
            results.ifPresent(found -> {
                listener.checked(phase, found, secondsSince(begin));
                found.forEach((name, result) -> checks.merge(name, result, ConditionResult::and));
                checkedAfterRun = phase == Phase.CHECKING_RUN;
            });
            return results.isPresent();
        } catch (UnwritableHistoryException e) {
            troubles.add(String.valueOf(e.getMessage()));
            return true;
        } catch (SystemAbortedException | EngineStoppedException e) {
            troubles.add("the data could not be checked: " + e.getMessage());
            return true;
        }
    }

    private boolean conditionsHold() {
        return checks.values().stream().allMatch(ConditionResult::holds);
    }

    /** What held after loading says nothing about the end; what was broken then is broken. */
    private SequencedMap<String, ConditionResult> verdicts() {
        return checkedAfterRun || !conditionsHold() ? checks : new LinkedHashMap<>();
    }

    private RunResult result(@Nullable Measured measured) {
        final Workload kind = workload.kind();
        if (measured == null) {
            final List<TransactionResult> nothing = kind.transactionTypes().stream()
                .map(type -> new TransactionResult(type.label(), 0, 0, 0, 0, 0, Latencies.NONE)).toList();
            final TransactionResult all = new TransactionResult("all", 0, 0, 0, 0, 0, Latencies.NONE);
            return result(nothing, all, 0, Measured.Span.NONE, troubles);
        }
        final Measured.Span span = measured.span();
        final double headline = kind.headline().of(measured.committed(), span.seconds());
        final List<String> failures = Stream.concat(measured.failures().stream(), troubles.stream()).toList();
        return result(measured.transactions(), measured.all(), headline, span, failures);
    }

    private RunResult result(List<TransactionResult> transactions, TransactionResult all, double headline,
            Measured.Span span, List<String> failures) {
        return new RunResult(workload.kind().name(), workload.parameters(), settings, rows.sum(), loadSeconds,
            span.seconds(), transactions, all, workload.kind().headline(), headline, workload.onEngine().remarks(),
            workload.lockName(), span.locks(), workload.storeResult(span.log()), span.residentBytes(),
            span.processors(),
            workload.memory(), span.everySecond(), verdicts(),
            failures, interruption.requested());
    }

    private long now() {
        return environment.clock().nanoTime();
    }

    private double secondsSince(long beginNanos) {
        return (now() - beginNanos) / 1e9;
    }
}
