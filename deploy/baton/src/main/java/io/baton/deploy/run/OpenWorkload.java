package io.baton.deploy.run;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.workload.EngineWorkload;
import io.baton.engine.workload.Setting;
import io.baton.engine.workload.Terminal;
import io.baton.engine.workload.Workload;
import io.baton.engine.workload.WorkloadConfig;
import io.baton.lock.LockStatistics;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

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
        final EngineBuilder builder = settings.builder();
        workload.addTables(builder, config);
        final Engine engine = builder.open();
        boolean complete = false;
        try {
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

    /** The engine, which stays open as long as this. */
    Engine engine() {
        return engine;
    }

    /** What kind of work it is. */
    Workload kind() {
        return workload;
    }

    /** What there is to load, run and check. */
    EngineWorkload onEngine() {
        return onEngine;
    }

    /** The scales that reports show, by name. */
    SequencedMap<String, Long> parameters() {
        final SequencedMap<String, Long> parameters = new LinkedHashMap<>();
        for (final Setting setting : workload.settings()) {
            if (setting.kind() == Setting.Kind.SCALE) {
                parameters.put(setting.name(), config.get(setting));
            }
        }
        return parameters;
    }

    /** Opens a terminal with a session of its own. */
    Terminal terminal(int number) {
        return onEngine.terminal(engine.session(), number);
    }

    String lockName() {
        return settings.lockName();
    }

    /** What all clients have done to locks since the engine was opened; may lag a little. Any thread. */
    LockStatistics lockStatistics() {
        return settings.statistics(engine);
    }

    /** What rows and indexes take, and may take. Any thread. */
    TableMemory memory() {
        return new TableMemory(engine.memoryBytes(), engine.memoryLimitBytes());
    }

    /** Closes the engine. No terminal is open any more. */
    @Override
    public void close() {
        engine.close();
    }
}
