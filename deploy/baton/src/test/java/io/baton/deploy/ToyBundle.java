package io.baton.deploy;

import io.baton.bundle.ProcedureBundle;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.workload.RunLength;
import io.baton.workload.WorkloadBundle;
import io.baton.workload.WorkloadConfig;
import java.time.Duration;
import java.util.Map;

/** What a user's jar has: the toy workload's table and procedure. */
public final class ToyBundle implements ProcedureBundle {

    private final WorkloadBundle toy = new WorkloadBundle(new ToyWorkload(),
        new WorkloadConfig(Map.of(), 1, new RunLength(Duration.ZERO, Duration.ofMillis(1), RunLength.UNCOUNTED)));

    /** For the service loader. */
    public ToyBundle() {
    }

    @Override
    public String name() {
        return "toy bundle";
    }

    @Override
    public void addTables(EngineBuilder builder) {
        toy.addTables(builder);
    }

    @Override
    public void register(Engine engine) {
        toy.register(engine);
    }

    @Override
    public void load(Engine engine) {
        toy.load(engine);
    }
}
