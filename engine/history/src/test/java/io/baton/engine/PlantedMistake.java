package io.baton.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * A {@link Mistake} in one engine, made through what an engine is handed in: its lock table ({@link MistakenLocks}),
 * its clock ({@link MistakenClock}), and its procedures ({@link MistakenCall}).
 */
final class PlantedMistake {

    private static final MethodType RUN = MethodType.methodType(Object.class, Transaction.class, Object[].class);

    /** How many locks these engines have: few enough that some share a slot. */
    static final int LOCK_SLOTS = 1 << 12;

    private final Mistake mistake;
    private final MistakenClock clock = new MistakenClock();

    PlantedMistake(Mistake mistake) {
        this.mistake = mistake;
    }

    /** Opens an engine that makes the mistake. */
    Engine open(EngineBuilder builder) {
        builder.lockSlots(LOCK_SLOTS);
        if (mistake != Mistake.NONE) {
            builder.lockTable(new MistakenLocks(mistake, new EmbeddedLocks(builder)));
            builder.clock(clock);
        }
        return builder.open();
    }

    /** Registers a procedure that makes the mistake. */
    <R> Procedure<R> register(Engine engine, Object procedure, Class<R> resultType) {
        final Procedure<R> registered = engine.register(procedure, resultType);
        if (mistake == Mistake.NONE) {
            return registered;
        }
        try {
            final MethodHandle run = MethodHandles.lookup()
                .bind(new MistakenCall(mistake, registered, clock), "run", RUN);
            return new Procedure<>(engine, registered.name(), registered.resultType(),
                runOf(procedure), new ProcedureCode<>(registered.name(), run, null));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Method runOf(Object procedure) {
        return Arrays.stream(procedure.getClass().getMethods())
            .filter(method -> method.getName().equals("run") && !method.isBridge()).findFirst().orElseThrow();
    }
}
