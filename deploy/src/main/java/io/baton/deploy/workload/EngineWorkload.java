package io.baton.deploy.workload;

import io.baton.deploy.run.Workload;
import io.baton.engine.Engine;
import io.baton.lock.LockStatistics;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A workload that owns one engine: what is the same for all of them. */
abstract class EngineWorkload implements Workload {

    final Engine engine;
    private final EngineSettings settings;
    private final List<String> types;

    /** Takes an engine with empty tables, which was opened with these settings; types are numbered in this order. */
    EngineWorkload(EngineSettings settings, Engine engine, List<String> types) {
        this.settings = settings;
        this.engine = engine;
        this.types = types;
    }

    @Override
    public final List<String> transactionTypes() {
        return types;
    }

    /** The numbers of all types, for a headline that counts every transaction. */
    final Set<Integer> allTypes() {
        return IntStream.range(0, types.size()).boxed().collect(Collectors.toSet());
    }

    @Override
    public final String lockKind() {
        return settings.lockName();
    }

    @Override
    public final LockStatistics lockStatistics() {
        return settings.statistics(engine);
    }

    @Override
    public final void close() {
        engine.close();
    }
}
