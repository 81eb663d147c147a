package io.baton.lab.server.access;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.workload.EngineWorkload;
import io.baton.workload.Workload;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An engine with a subject's tables, rows and procedures.
 *
 * @param engine closed with it
 * @param work null if it has nothing but the procedure that does nothing
 */
record LoadedEngine(Engine engine, @Nullable EngineWorkload work) implements AutoCloseable {

    /** Opens and loads; the caller closes it. */
    static LoadedEngine of(ServedWorkload subject) {
        final EngineBuilder builder = Engine.builder();
        final Workload workload = subject.workload();
        if (workload != null) {
            workload.addTables(builder, subject.config());
        }
        final Engine engine = builder.open();
        boolean complete = false;
        try {
            final LoadedEngine loaded =
                new LoadedEngine(engine, workload == null ? null : workload.on(engine, subject.config()));
            loaded.load();
            complete = true;
            return loaded;
        } finally {
            if (!complete) {
                engine.close();
            }
        }
    }

    private void load() {
        if (work == null) {
            engine.register(new Empty(), Long.class);
        } else {
            work.load(rows -> {});
            engine.session().close();
        }
    }

    /** What the workload's own check finds, in one line. No call is under way. */
    String violations(long effect) {
        if (work == null) {
            return "";
        }
        work.calledElsewhere(effect);
        return work.check(false).entrySet().stream().filter(entry -> !entry.getValue().holds())
            .map(entry -> entry.getKey() + ": " + entry.getValue().detail()).collect(Collectors.joining("; "));
    }

    @Override
    public void close() {
        engine.close();
    }
}
