package io.baton.engine;

import io.baton.engine.procedure.Explains;
import io.baton.engine.procedure.ReadOnly;
import io.baton.storage.column.LoneSurrogates;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A procedure's methods: public {@code run(Transaction, ...)} and optionally {@code plan(LockPlan, ...)}. */
final class ProcedureMethods {

    private final String name;
    private final Object object;
    private final Method run;
    private final @Nullable Method plan;

    /**
     * Finds the methods.
     *
     * @throws IllegalArgumentException if the object's class is not a procedure
     */
    ProcedureMethods(String name, Object object) {
        this.name = LoneSurrogates.requireNone("the name of a procedure", name);
        this.object = object;
        final Class<?> type = object.getClass();
        if (!Modifier.isPublic(type.getModifiers())) {
            throw new IllegalArgumentException("procedure " + name + ": class " + type.getName() + " must be public");
        }
        final Method found = single(type, name, "run", Transaction.class);
        if (found == null) {
            throw new IllegalArgumentException("procedure " + name + ": class " + type.getName()
                + " has no public method run(Transaction, ...)");
        }
        run = found;
        plan = single(type, name, "plan", LockPlan.class);
        if (plan != null && !Arrays.equals(parameters(run), parameters(plan))) {
            throw new IllegalArgumentException("procedure " + name
                + ": plan and run must take the same parameters after their first");
        }
    }

    /** A new procedure of these methods. */
    <R> Procedure<R> procedure(Engine owner, Class<R> resultType) {
        checkReturns(resultType);
        return new Procedure<>(owner, name, resultType, run, code());
    }

    /** These methods as code of a procedure that there is already. */
    <R> ProcedureCode<R> codeLike(Procedure<R> procedure) {
        final List<Class<?>> parameters = List.of(parameters(run));
        if (!parameters.equals(procedure.parameterTypes())) {
            throw new IllegalArgumentException("procedure " + name + " takes " + names(procedure.parameterTypes())
                + ", but run of class " + object.getClass().getName() + " takes " + names(parameters)
                + "; unregister the procedure and register the other one");
        }
        checkReturns(procedure.resultType());
        if (procedure.readOnly() && !isReadOnly()) {
            throw new IllegalArgumentException("procedure " + name + " is declared @ReadOnly, as its callers know, but "
                + object.getClass().getName() + " is not; annotate it, or unregister the procedure and register the "
                + "other one");
        }
        return code();
    }

    private void checkReturns(Class<?> resultType) {
        final Class<?> result = MethodType.methodType(run.getReturnType()).wrap().returnType();
        if (!resultType.isAssignableFrom(result)) {
            throw new IllegalArgumentException("procedure " + name + " returns " + run.getReturnType().getSimpleName()
                + ", not " + resultType.getSimpleName());
        }
    }

    private <R> ProcedureCode<R> code() {
        return new ProcedureCode<>(name, handle(run, object, Transaction.class, Object.class),
            plan == null ? null : handle(plan, object, LockPlan.class, void.class), isReadOnly(),
            object instanceof Explains explains ? explains : null);
    }

    private boolean isReadOnly() {
        return object.getClass().isAnnotationPresent(ReadOnly.class);
    }

    private static String names(List<Class<?>> types) {
        return types.stream().map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    }

    private static @Nullable Method single(Class<?> type, String name, String method, Class<?> first) {
        final List<Method> found = Arrays.stream(type.getMethods())
            .filter(m -> m.getName().equals(method) && !m.isBridge() && !Modifier.isStatic(m.getModifiers()))
            .filter(m -> m.getParameterCount() > 0 && m.getParameterTypes()[0] == first)
            .toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException("procedure " + name + " has several methods " + method + "("
                + first.getSimpleName() + ", ...); leave one");
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    private static Class<?>[] parameters(Method method) {
        return Arrays.copyOfRange(method.getParameterTypes(), 1, method.getParameterCount());
    }

    private static MethodHandle handle(Method method, Object procedure, Class<?> first, Class<?> result) {
        try {
            final MethodHandle bound = MethodHandles.publicLookup().unreflect(method).asFixedArity().bindTo(procedure);
            return bound.asSpreader(Object[].class, method.getParameterCount() - 1)
                .asType(MethodType.methodType(result, first, Object[].class));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException("method " + method + " must be public in an exported package", e);
        }
    }
}
