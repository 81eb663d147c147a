package io.baton.engine;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The procedures of one engine by name. Calls do not come here: a {@link Procedure} has its code. Thread-safe; changes
 * come one after the other.
 */
final class ProcedureRegistry {

    private final Engine engine;
    private final Map<String, Procedure<?>> byName = new ConcurrentHashMap<>();

    ProcedureRegistry(Engine engine) {
        this.engine = engine;
    }

    synchronized <R> Procedure<R> register(String name, Object object, Class<R> resultType) {
        final Procedure<R> registered = new ProcedureMethods(name, object).procedure(engine, resultType);
        if (byName.putIfAbsent(name, registered) != null) {
            throw new IllegalArgumentException("there is a procedure " + name + " already");
        }
        return registered;
    }

    Procedure<?> procedure(String name) {
        final Procedure<?> procedure = byName.get(name);
        if (procedure == null) {
            throw new IllegalArgumentException("there is no procedure " + name + "; there are " + byName.keySet());
        }
        return procedure;
    }

    List<Procedure<?>> all() {
        return byName.values().stream().sorted(Comparator.<Procedure<?>, String>comparing(Procedure::name)).toList();
    }

    synchronized void unregister(Procedure<?> procedure) {
        procedure.checkBelongsTo(engine);
        procedure.code();
        checkListed(procedure);
        procedure.changeCode(null);
        byName.remove(procedure.name());
    }

    synchronized <R> void replace(Procedure<R> procedure, Object object) {
        procedure.checkBelongsTo(engine);
        procedure.code();
        checkListed(procedure);
        procedure.changeCode(new ProcedureMethods(procedure.name(), object).codeLike(procedure));
    }

    /** One that was never registered has a name that may be another one's. */
    private void checkListed(Procedure<?> procedure) {
        if (!procedure.isOf(byName.get(procedure.name()))) {
            throw new IllegalStateException("procedure " + procedure.name()
                + " is in no list, so it is neither replaced nor unregistered");
        }
    }
}
