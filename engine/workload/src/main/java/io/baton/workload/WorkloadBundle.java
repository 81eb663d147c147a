package io.baton.workload;

import io.baton.bundle.ProcedureBundle;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workload's tables, procedures and initial rows as a bundle, for a server. For one engine. */
public final class WorkloadBundle implements ProcedureBundle {

    private final Workload workload;
    private final WorkloadConfig config;
    private @Nullable EngineWorkload registered;

    /**
     * Makes a bundle.
     *
     * @param workload which one
     * @param config its scale
     */
    public WorkloadBundle(Workload workload, WorkloadConfig config) {
        this.workload = workload;
        this.config = config;
    }

    @Override
    public String name() {
        return workload.name();
    }

    @Override
    public void addTables(EngineBuilder builder) {
        workload.addTables(builder, config);
    }

    @Override
    public void register(Engine engine) {
        registered = workload.on(engine, config);
    }

    @Override
    public void load(Engine engine) {
        final EngineWorkload work = registered;
        if (work == null) {
            throw new IllegalStateException("register the procedures of " + name() + " first");
        }
        work.load(rows -> {});
    }

    @Override
    public List<String> check(Engine engine) {
        final EngineWorkload work = registered;
        if (work == null || !work.resume()) {
            return List.of();
        }
        return work.check(false).entrySet().stream().filter(result -> !result.getValue().holds())
            .map(result -> "condition " + result.getKey() + " does not hold: " + result.getValue().detail()).toList();
    }
}
