package io.baton.deploy.open;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Store;
import io.baton.lock.LockStatistics;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.RecoveryReport;
import io.baton.workload.EngineWorkload;
import io.baton.workload.Setting;
import io.baton.workload.Terminal;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/** A workload on an engine of its own, as the driver runs it. Called from one thread at a time, but for statistics. */
public final class OpenWorkload implements AutoCloseable {

    private final Workload workload;
    private final WorkloadConfig config;
    private final EngineSettings settings;
    private final Engine engine;
    private final EngineWorkload onEngine;

    private OpenWorkload(Workload workload, WorkloadConfig config, EngineSettings settings, Engine engine,
            EngineWorkload onEngine) {
        this.workload = workload;
        this.config = config;
        this.settings = settings;
        this.engine = engine;
        this.onEngine = onEngine;
    }

    /**
     * Opens an engine with the workload's tables, which are empty.
     *
     * @param workload which one
     * @param config how it is run
     * @param settings how the engine is opened
     * @return the workload, to be closed
     */
    public static OpenWorkload open(Workload workload, WorkloadConfig config, EngineSettings settings) {
        return open(workload, config, settings, RecoveryProgress.NONE);
    }

    /**
     * Opens an engine with the workload's tables, which are empty unless a store has brought rows.
     *
     * @param workload which one
     * @param config how it is run
     * @param settings how the engine is opened
     * @param progress told how far a recovery has come
     * @return the workload, to be closed
     */
    public static OpenWorkload open(Workload workload, WorkloadConfig config, EngineSettings settings,
            RecoveryProgress progress) {
        return open(workload, engine -> config, config, settings, progress);
    }

    /**
     * Opens a store at the scale that it has.
     *
     * @param workload which one
     * @param config how tables are laid out; its scale counts only if the store has no rows
     * @param settings how the engine is opened
     * @param progress told how far a recovery has come
     * @return the workload, to be closed
     */
    public static OpenWorkload openAsStored(Workload workload, WorkloadConfig config, EngineSettings settings,
            RecoveryProgress progress) {
        return open(workload, engine -> config.with(workload.storedScale(engine)), config, settings, progress);
    }

    private static OpenWorkload open(Workload workload, Function<Engine, WorkloadConfig> adapted,
            WorkloadConfig layout, EngineSettings settings, RecoveryProgress progress) {
        final EngineBuilder builder = settings.builder(progress);
        workload.addTables(builder, layout);
        final Engine engine = builder.open();
        boolean complete = false;
        try {
            final WorkloadConfig config = adapted.apply(engine);
            final OpenWorkload open =
                new OpenWorkload(workload, config, settings, engine, workload.on(engine, config));
            complete = true;
            return open;
        } finally {
            if (!complete) {
                engine.close();
            }
        }
    }

    /**
     * Returns the short name of the headline figure.
     *
     * @return for example NOPM
     */
    public String headlineColumn() {
        return workload.headline().column();
    }

    /** Whether data outlive the engine. */
    public boolean durable() {
        return engine.store().isPresent();
    }

    /** What the store has brought; nothing if there is no store, or if it was made just now. */
    public Optional<RecoveryReport> recovery() {
        return engine.store().filter(Store::recovered).map(Store::recovery);
    }

    /** Ends loading, which the first session does: what was loaded is written to disk, if there is a store. */
    public void endLoading() {
        engine.session().close();
    }

    /** What the log has done since the engine was opened; may lag a little. Any thread. */
    public LogWork logWork() {
        return engine.store().map(Store::log).map(LogWork::of).orElse(LogWork.NONE);
    }

    /** What is done of checkpoints. Any thread. */
    public Checkpointing checkpointing() {
        // The number last: a checkpoint that ends in between is under way, and not missed.
        return engine.store().map(store -> {
            final boolean underWay = store.checkpointing();
            return new Checkpointing(store.checkpointsTaken(), underWay);
        }).orElse(Checkpointing.NONE);
    }

    /** What is to be told of the store, if there is one. */
    public Optional<StoreResult> storeResult(LogWork log) {
        return Optional.ofNullable(settings.data())
            .map(data -> new StoreResult(data.durabilityName(), recovery().orElse(null), log));
    }

    /** The engine, which stays open as long as this. */
    public Engine engine() {
        return engine;
    }

    /** What kind of work it is. */
    public Workload kind() {
        return workload;
    }

    /** What there is to load, run and check. */
    public EngineWorkload onEngine() {
        return onEngine;
    }

    /** The scales that reports show, by name. */
    public SequencedMap<String, Long> parameters() {
        final SequencedMap<String, Long> parameters = new LinkedHashMap<>();
        for (final Setting setting : workload.settings()) {
            if (setting.kind() == Setting.Kind.SCALE) {
                parameters.put(setting.name(), config.get(setting));
            }
        }
        return parameters;
    }

    /** Opens a terminal with a session of its own. */
    public Terminal terminal(int number) {
        return onEngine.terminal(engine.session(), number);
    }

    public String lockName() {
        return settings.lockName();
    }

    /** What all clients have done to locks since the engine was opened; may lag a little. Any thread. */
    public LockStatistics lockStatistics() {
        return settings.statistics(engine);
    }

    /** What rows and indexes take, and may take. Any thread. */
    public TableMemory memory() {
        return new TableMemory(engine.memoryBytes(), engine.memoryLimitBytes());
    }

    /** Closes the engine. No terminal is open any more. */
    @Override
    public void close() {
        engine.close();
    }
}
