package io.baton.engine.bundle;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Store;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Opens an engine with the tables and procedures of bundles. */
public final class BundleEngine {

    private BundleEngine() {
    }

    /**
     * Opens an engine, loads what is to be there at first, and ends loading.
     *
     * @param builder how the engine is opened; tables are added to it
     * @param bundles what it has
     * @return the engine, to be closed by the caller
     * @throws IllegalArgumentException if two bundles have the same name, a table or a procedure of the same name
     */
    public static Engine open(EngineBuilder builder, List<ProcedureBundle> bundles) {
        final Set<String> names = new HashSet<>();
        for (final ProcedureBundle bundle : bundles) {
            if (!names.add(bundle.name())) {
                throw new IllegalArgumentException("two bundles are named " + bundle.name() + "; leave one out");
            }
            bundle.addTables(builder);
        }
        final Engine engine = builder.open();
        boolean complete = false;
        try {
            bundles.forEach(bundle -> bundle.register(engine));
            if (!engine.store().map(Store::recovered).orElse(false)) {
                bundles.forEach(bundle -> bundle.load(engine));
            }
            // What was loaded is written to disk now, not by the first call.
            engine.session().close();
            complete = true;
            return engine;
        } finally {
            if (!complete) {
                engine.close();
            }
        }
    }
}
