package io.baton.server;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.protocol.NotEncodableException;
import io.baton.server.query.BuiltIns;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The procedures of an engine, with what crosses the wire of each found out once. Thread-safe. */
final class ServedProcedures {

    private final Engine engine;
    private final BuiltIns builtIns;
    private final ServedProcedure queryWithin;
    private final Map<String, ServedProcedure> byName = new ConcurrentHashMap<>();

    ServedProcedures(Engine engine, BuiltIns builtIns) {
        this.engine = engine;
        this.builtIns = builtIns;
        this.queryWithin = new ServedProcedure(builtIns.queryWithin());
    }

    /**
     * Finds a procedure.
     *
     * @return it, or null if there is none of this name now
     * @throws NotEncodableException if it cannot be called from elsewhere
     */
    @Nullable
    ServedProcedure find(String name) {
        final Procedure<?> now = registered(name);
        if (now == null) {
            byName.remove(name);
            return null;
        }
        final ServedProcedure known = byName.get(name);
        if (known != null && known.procedure().equals(now)) {
            return known;
        }
        final ServedProcedure found = new ServedProcedure(now);
        byName.put(name, found);
        return found;
    }

    /** What is run for a procedure, within a transaction of several calls or, if its number is 0, by itself. */
    ServedProcedure within(ServedProcedure served, int transaction) {
        return transaction != 0 && served.procedure().equals(builtIns.find(BuiltIns.QUERY)) ? queryWithin : served;
    }

    /** Whether a procedure, or the one that it explains, has promised to read only. */
    boolean readsOnly(ServedProcedure served, String called) {
        if (served.procedure().name().equals(called)) {
            // One that was unregistered writes nothing: the engine refuses it, and the client describes it again.
            return served.procedure().readOnly() || !has(served);
        }
        final Procedure<?> procedure = registered(called);
        return procedure != null && procedure.readOnly();
    }

    /** Whether the engine still has it. */
    boolean has(ServedProcedure served) {
        return served.procedure().equals(registered(served.procedure().name()));
    }

    /** The names behind a name, in order. */
    List<String> namesAfter(String name) {
        return engine.procedures().stream().map(Procedure::name).filter(other -> other.compareTo(name) > 0).toList();
    }

    private @Nullable Procedure<?> registered(String name) {
        final Procedure<?> builtIn = builtIns.find(name);
        if (builtIn != null) {
            return builtIn;
        }
        try {
            return engine.procedure(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
