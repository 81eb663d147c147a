package io.baton.bundle;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Opens an engine with the tables and procedures of bundles. */
public final class BundleEngine {

    private BundleEngine() {
    }

    /**
     * Opens an engine, loads what is to be there at first, and ends loading. A store whose first load was cut off, or
     * has failed, is loaded again.
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
            if (!isLoaded(engine)) {
                load(engine, bundles);
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

    /** A store of Baton before it kept whether it was loaded has rows. */
    private static boolean isLoaded(Engine engine) {
        return engine.store().map(store -> store.loaded() || (store.recovered() && hasRows(engine))).orElse(false);
    }

    private static boolean hasRows(Engine engine) {
        return engine.catalog().tables().stream().anyMatch(table -> engine.rows(table) > 0);
    }

    private static void load(Engine engine, List<ProcedureBundle> bundles) {
        // With a loader there is something to keep even if the bundles bring no rows: that they were asked.
        try (Loader loader = engine.loader()) {
            boolean complete = false;
            try {
                bundles.forEach(bundle -> bundle.load(engine));
                complete = true;
            } finally {
                if (!complete) {
                    loader.failed();
                }
            }
        }
    }
}
