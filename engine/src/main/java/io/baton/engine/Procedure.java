package io.baton.engine;

import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A registered procedure. Immutable, may be shared by threads; belongs to the engine that registered it.
 *
 * @param <R> its result type
 */
public final class Procedure<R> {

    private final Engine owner;
    private final String name;
    private final Class<R> resultType;
    private final Class<?>[] parameterTypes;
    private final MethodHandle run;
    private final @Nullable MethodHandle plan;
    /** Nanoseconds that a call may take; 0 for what the engine allows. */
    private final long timeoutNanos;

    Procedure(Engine owner, String name, Class<R> resultType, Class<?>[] parameterTypes, MethodHandle run,
            @Nullable MethodHandle plan, long timeoutNanos) {
        this.owner = owner;
        this.name = name;
        this.resultType = resultType;
        this.parameterTypes = parameterTypes;
        this.run = run;
        this.plan = plan;
        this.timeoutNanos = timeoutNanos;
    }

    /**
     * Returns this procedure with a limit of its own for the time of a call, instead of
     * {@link EngineBuilder#callTimeout}, which says when it is looked at; this one also before a commit that writes:
     * {@code engine.call(transfer.within(Duration.ofMillis(50)), 1L, 2L)}. So a procedure that takes too long without
     * touching a row is not stopped, but what it has written is not committed.
     *
     * @param timeout more than zero
     * @return the procedure, to be called
     * @throws IllegalArgumentException if the timeout is not more than zero
     */
    public Procedure<R> within(Duration timeout) {
        return new Procedure<>(owner, name, resultType, parameterTypes, run, plan,
            EngineBuilder.nanos("a call timeout", timeout));
    }

    /** Whether it has a limit of its own. */
    boolean isLimited() {
        return timeoutNanos != 0;
    }

    /** How long a call may take in nanoseconds. */
    long timeoutNanos(long ofEngine) {
        return timeoutNanos == 0 ? ofEngine : timeoutNanos;
    }

    /**
     * Returns the name it was registered under.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the types of its parameters, the transaction not counted.
     *
     * @return the types in order
     */
    public List<Class<?>> parameterTypes() {
        return List.of(parameterTypes);
    }

    /**
     * Returns the type of its result.
     *
     * @return the type, boxed if it is primitive
     */
    public Class<R> resultType() {
        return resultType;
    }

    boolean belongsTo(Engine engine) {
        return owner == engine;
    }

    /** The handle has returned what the method's signature says; null only where the procedure may return null. */
    @SuppressWarnings({"unchecked", "NullAway"})
    R result(@Nullable Object value) {
        return (R) value;
    }

    /** Checks arguments before a transaction begins, so that a caller's mistake is not a procedure's failure. */
    void check(Object[] arguments) {
        if (arguments.length != parameterTypes.length) {
            throw new IllegalArgumentException("procedure " + name + " takes " + parameterTypes.length
                + " arguments, but " + arguments.length + " were given");
        }
        for (int i = 0; i < arguments.length; i++) {
            if (!accepts(parameterTypes[i], arguments[i])) {
                throw new IllegalArgumentException("argument " + (i + 1) + " of procedure " + name + " must be of type "
                    + parameterTypes[i].getSimpleName() + ", but " + describe(arguments[i]) + " was given");
            }
        }
    }

    @Nullable
    Object run(Transaction transaction, Object[] arguments) {
        try {
            return (Object) run.invokeExact(transaction, arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CheckedFailure(e);
        }
    }

    boolean hasPlan() {
        return plan != null;
    }

    void plan(LockPlan lockPlan, Object[] arguments) {
        final MethodHandle planned = plan;
        if (planned == null) {
            return;
        }
        try {
            planned.invokeExact(lockPlan, arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CheckedFailure(e);
        }
    }

    private static boolean accepts(Class<?> type, @Nullable Object argument) {
        if (!type.isPrimitive()) {
            return argument == null || type.isInstance(argument);
        }
        return switch (argument) {
            case Long ignored -> type == long.class;
            case Integer ignored -> type == int.class || type == long.class;
            case Boolean ignored -> type == boolean.class;
            case Double ignored -> type == double.class;
            case Float ignored -> type == float.class || type == double.class;
            case Short ignored -> type == short.class || type == int.class || type == long.class;
            case Byte ignored -> type == byte.class || type == short.class || type == int.class || type == long.class;
            case Character ignored -> type == char.class;
            case null, default -> false;
        };
    }

    private static String describe(@Nullable Object argument) {
        return argument == null ? "null" : argument + " (" + argument.getClass().getSimpleName() + ")";
    }

    /** Carries a checked exception out of a procedure. */
    static final class CheckedFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CheckedFailure(Throwable cause) {
            super(cause.getMessage(), cause, false, false);
        }
    }
}
