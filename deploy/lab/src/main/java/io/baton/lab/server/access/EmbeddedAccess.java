package io.baton.lab.server.access;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** In this process, with a session for each connection. */
final class EmbeddedAccess implements ServerAccess {

    @Override
    public String name() {
        return "embedded";
    }

    @Override
    public Optional<String> missing(ServedWorkload subject) {
        return Optional.empty();
    }

    @Override
    public int underWay(ServedWorkload subject) {
        return 1;
    }

    @Override
    public Served open(ServedWorkload subject) {
        return new Embedded(LoadedEngine.of(subject));
    }

    @Override
    public boolean hasOwnProcess() {
        return false;
    }

    @Override
    public Line connect(Served served) {
        final Engine engine = ((Embedded) served).loaded.engine();
        return new SessionLine(engine, engine.session());
    }

    private record Embedded(LoadedEngine loaded) implements Served {

        @Override
        public long processorNanos() {
            return ServedProcess.nanos(ProcessHandle.current());
        }

        @Override
        public String violations(long effect) {
            return loaded.violations(effect);
        }

        @Override
        public void close() {
            loaded.close();
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
