package io.baton.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds a procedure's methods: public {@code run(Transaction, ...)} and optionally {@code plan(LockPlan, ...)}. */
final class ProcedureMethods {

    private ProcedureMethods() {
    }

    static <R> Procedure<R> of(Engine owner, String name, Object procedure, Class<R> resultType) {
        final Class<?> type = procedure.getClass();
        if (!Modifier.isPublic(type.getModifiers())) {
            throw new IllegalArgumentException("procedure " + name + ": class " + type.getName() + " must be public");
        }
        final Method run = single(type, name, "run", Transaction.class);
        if (run == null) {
            throw new IllegalArgumentException("procedure " + name + ": class " + type.getName()
                + " has no public method run(Transaction, ...)");
        }
        final Class<?>[] parameters = parameters(run);
        final Class<?> result = MethodType.methodType(run.getReturnType()).wrap().returnType();
        if (!resultType.isAssignableFrom(result)) {
            throw new IllegalArgumentException("procedure " + name + " returns " + run.getReturnType().getSimpleName()
                + ", not " + resultType.getSimpleName());
        }
        final Method plan = single(type, name, "plan", LockPlan.class);
        if (plan != null && !Arrays.equals(parameters, parameters(plan))) {
            throw new IllegalArgumentException("procedure " + name
                + ": plan and run must take the same parameters after their first");
        }
        return new Procedure<>(owner, name, resultType, parameters,
            handle(run, procedure, Transaction.class, Object.class),
            plan == null ? null : handle(plan, procedure, LockPlan.class, void.class), 0);
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
