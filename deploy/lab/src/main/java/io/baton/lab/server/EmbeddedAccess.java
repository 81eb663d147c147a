package io.baton.lab.server;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.workload.EngineWorkload;
import io.baton.engine.workload.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** In this process, with a session for each connection. */
final class EmbeddedAccess implements Access {

    @Override
    public String name() {
        return "embedded";
    }

    @Override
    public Optional<String> missing(Subject subject) {
        return Optional.empty();
    }

    @Override
    public int underWay(Subject subject) {
        return 1;
    }

    @Override
    public Served open(Subject subject) {
        final EngineBuilder builder = Engine.builder();
        final Workload workload = subject.workload();
        if (workload != null) {
            workload.addTables(builder, subject.config());
        }
        final Engine engine = builder.open();
        boolean complete = false;
        try {
            final EngineWorkload work =
                workload == null ? null : ServerChild.loaded(engine, workload, subject.config());
            if (workload == null) {
                engine.register(new Empty(), Long.class);
            }
            complete = true;
            return new Embedded(engine, work);
        } finally {
            if (!complete) {
                engine.close();
            }
        }
    }

    @Override
    public Line connect(Served served) {
        final Engine engine = ((Embedded) served).engine;
        return new SessionLine(engine, engine.session());
    }

    private record Embedded(Engine engine, @Nullable EngineWorkload work) implements Served {

        @Override
        public long processorNanos() {
            return ServerProcess.nanos(ProcessHandle.current());
        }

        @Override
        public String violations(long effect) {
            return work == null ? "" : Violations.of(work, effect);
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    private static final class SessionLine implements Line {

        private final Engine engine;
        private final Session session;
        private final Map<String, Procedure<?>> procedures = new HashMap<>();

        SessionLine(Engine engine, Session session) {
            this.engine = engine;
            this.session = session;
        }

        @Override
        public boolean waits() {
            return true;
        }

        @Override
        public void call(String procedure, Object[] arguments, Answered answered) {
            final Procedure<?> called = procedures.computeIfAbsent(procedure, engine::procedure);
            switch (session.execute(called, arguments)) {
                case Outcome.Committed<?> done -> answered.committed(done.result());
                case Outcome.AbortedByProcedure<?> aborted -> answered.ended(aborted.message());
                case Outcome.AbortedBySystem<?> aborted -> answered.ended(aborted.message());
                case Outcome.Unknown<?> unknown -> answered.ended(unknown.message());
            }
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
