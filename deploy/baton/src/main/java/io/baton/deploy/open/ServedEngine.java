package io.baton.deploy.open;

import io.baton.bundle.BundleEngine;
import io.baton.bundle.ProcedureBundle;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.observe.CallObserver;
import io.baton.engine.observe.CallTracer;
import io.baton.storage.recovery.RecoveryProgress;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Opens the engine of a server. */
public final class ServedEngine {

    private ServedEngine() {
    }

    /**
     * Opens an engine with the tables, procedures and rows of bundles.
     *
     * @param bundles what it has
     * @param data where data are kept, or null for memory only
     * @param observer is told of each call, or null
     * @param tracer looks closer at calls, or null
     * @param memoryBytes the budget of memory of rows and indexes, or nothing for the engine's default
     * @return the engine, to be closed
     */
    public static Engine open(
            List<ProcedureBundle> bundles, @Nullable DataSettings data, @Nullable CallObserver observer,
            @Nullable CallTracer tracer, OptionalLong memoryBytes) {
        final EngineBuilder builder = Engine.builder();
        if (observer != null) {
            builder.observer(observer);
        }
        if (tracer != null) {
            builder.tracer(tracer);
        }
        memoryBytes.ifPresent(builder::memoryBytes);
        if (data != null) {
            builder.data(data.directory(RecoveryProgress.NONE));
        }
        return BundleEngine.open(builder, bundles);
    }
}
