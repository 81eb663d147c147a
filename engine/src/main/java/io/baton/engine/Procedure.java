package io.baton.engine;

import io.baton.engine.observe.CallOrigin;
import io.baton.engine.observe.CallTracer;
import io.baton.engine.procedure.ArgumentCount;
import io.baton.engine.procedure.Explains;
import io.baton.engine.procedure.Explanation;
import io.baton.engine.trace.Caller;
import io.baton.engine.trace.TracedCall;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A registered procedure. May be shared by threads, belongs to the engine that registered it, and may be called until
 * it is unregistered there; {@link Engine#replace} gives it other code.
 *
 * @param <R> its result type
 */
public final class Procedure<R> {

    private final Engine owner;
    private final String name;
    private final Class<R> resultType;
    private final Class<?>[] parameterTypes;
    /** The method as it was registered first: code that replaces it has the same parameters and result. */
    private final Method run;
    /** This one, or the one that {@link #within} was called on: it has the code. */
    private final Procedure<R> registered;
    /** Null when it is unregistered. Written by the registry, read by every call. */
    private volatile @Nullable ProcedureCode<R> code;
    /** Nanoseconds that a call may take; 0 for what the engine allows. */
    private final long timeoutNanos;
    /** Whether a call is one attempt. */
    private final boolean once;
    /** On whose behalf calls are made, or null. */
    private final @Nullable Caller caller;

    Procedure(Engine owner, String name, Class<R> resultType, Method run, ProcedureCode<R> code) {
        this.owner = owner;
        this.name = name;
        this.resultType = resultType;
        this.parameterTypes = Arrays.copyOfRange(run.getParameterTypes(), 1, run.getParameterCount());
        this.run = run;
        this.registered = this;
        this.code = code;
        this.timeoutNanos = 0;
        this.once = false;
        this.caller = null;
    }

    private Procedure(Procedure<R> registered, long timeoutNanos, boolean once, @Nullable Caller caller) {
        this.owner = registered.owner;
        this.name = registered.name;
        this.resultType = registered.resultType;
        this.parameterTypes = registered.parameterTypes;
        this.run = registered.run;
        this.registered = registered;
        this.timeoutNanos = timeoutNanos;
        this.once = once;
        this.caller = caller;
    }

    /**
     * Makes a procedure that is in no list: only who holds it calls it. It is neither replaced nor unregistered, and
     * its name, which messages have, takes none away.
     *
     * @param engine the engine that runs it
     * @param name its name
     * @param procedure an object as for {@link Engine#register(Object, Class)}
     * @param resultType the type that run returns, boxed if it is primitive
     * @param <R> the result type
     * @return the procedure, to be called
     * @throws IllegalArgumentException if the object's class is no procedure
     */
    public static <R> Procedure<R> unlisted(Engine engine, String name, Object procedure, Class<R> resultType) {
        return new ProcedureMethods(name, procedure).procedure(engine, resultType);
    }

    /**
     * Returns this procedure with a limit of its own for the time of a call, instead of
     * {@link EngineBuilder#callTimeout}, which says when it is looked at; this one, if it differs, also before a commit
     * that writes. So a procedure that takes too long without touching a row is not stopped, but what it has written
     * is not committed: {@code engine.call(transfer.within(Duration.ofMillis(50)), 1L, 2L)}.
     *
     * <p>In a durable engine the wait for the disk is part of the time. A call that has been committed, but not forced
     * when its time is over, or 10 ms after its commit if that is later, is {@link Outcome.Unknown}.
     *
     * @param timeout more than zero
     * @return the procedure, to be called
     * @throws IllegalArgumentException if the timeout is not more than zero
     */
    public Procedure<R> within(Duration timeout) {
        return new Procedure<>(registered, EngineBuilder.nanos("a call timeout", timeout), once, caller);
    }

    /**
     * Returns this procedure for calls of one attempt: one that meets a busy lock out of order is not started over, but
     * ends with {@link io.baton.engine.procedure.AbortReason#RESTARTS}. For procedures with other effects than
     * through their transaction, that must not come twice.
     *
     * @return the procedure, to be called
     */
    public Procedure<R> once() {
        return new Procedure<>(registered, timeoutNanos, true, caller);
    }

    /**
     * Returns this procedure for calls on behalf of a user, of whom only the engine's tracer learns
     * ({@link EngineBuilder#tracer}).
     *
     * @param name of the user, or null for none
     * @return the procedure, to be called; this one if the engine has no tracer
     */
    public Procedure<R> calledBy(@Nullable String name) {
        return calledBy(name, null);
    }

    /**
     * Returns this procedure for calls on behalf of a user, within a span of that one's program. For
     * {@link #runWithin}, too.
     *
     * @param name of the user, or null for none
     * @param traceparent as W3C's Trace Context has it, or null; what is none is for the tracer to ignore
     * @return the procedure, to be called; this one if the engine has no tracer
     */
    public Procedure<R> calledBy(@Nullable String name, @Nullable String traceparent) {
        return owner.isTraced()
            ? new Procedure<>(registered, timeoutNanos, once, Caller.of(name, traceparent)) : this;
    }

    /**
     * Returns this procedure for calls that come from somewhere, which those are told who look at what is under way
     * ({@link Engine#activity}). Say who calls, {@link #calledBy}, before.
     *
     * @param origin where they come from
     * @return the procedure, to be called
     */
    public Procedure<R> calledFrom(CallOrigin origin) {
        return new Procedure<>(registered, timeoutNanos, once, Caller.from(caller, origin));
    }

    /**
     * Returns this procedure for one call, which begins for the engine's tracer now. So a call that
     * {@link #executeNow} cannot make, and that is made in another way then, is one call for the tracer, too.
     * Say who calls, {@link #calledBy}, before: a later one begins another call for the tracer.
     *
     * @return the procedure, to be called once; this one if the engine has no tracer
     */
    public Procedure<R> begun() {
        final CallTracer tracer = owner.config().tracer();
        return tracer == null ? this
            : new Procedure<>(registered, timeoutNanos, once, Caller.begun(caller, tracer, name));
    }

    /**
     * Runs this procedure's code within a procedure that runs already, as a part of its transaction: so procedures are
     * made of others. What it throws is to be let through. Its plan does not count, see {@link #planWithin}. If it is
     * declared {@link io.baton.engine.procedure.ReadOnly} it is held to that, whatever the procedure around it may do.
     *
     * @param transaction of the procedure around it, on the same thread
     * @param arguments its arguments
     * @return what it returned; null only if the procedure may return null
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the procedure was unregistered
     */
    public R runWithin(Transaction transaction, Object... arguments) {
        final ProcedureCode<R> now = code();
        check(arguments);
        final TracedCall call = transaction instanceof TransactionHandle handle
            ? handle.participant().traced() : null;
        final TracedCall.Part part = call == null ? null : call.part(name, caller);
        return now.result(part == null ? now.run(transaction, arguments) : now.run(transaction, arguments, part));
    }

    /**
     * Does the same as {@link #runWithin}, for who makes one transaction of calls that come one after the other: each
     * is a call of its own for the engine's observer, for flight recordings, and for who looks at what is under way.
     *
     * @param transaction of the procedure around it, on the same thread
     * @param arguments its arguments
     * @return what it returned; null only if the procedure may return null
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the procedure was unregistered
     */
    public R callWithin(Transaction transaction, Object... arguments) {
        return owner.calls().within(this, transaction, arguments);
    }

    /**
     * Names the locks of this procedure within the plan of a procedure that is going to run it as a part of itself
     * ({@link #runWithin}). Does nothing if it has no plan.
     *
     * @param plan of the procedure around it, on the same thread
     * @param arguments its arguments
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the procedure was unregistered
     */
    public void planWithin(LockPlan plan, Object... arguments) {
        final ProcedureCode<R> now = code();
        check(arguments);
        now.plan(plan, arguments);
    }

    /**
     * Tells what a call would lock, as far as its plan says; the procedure itself is not run, and nothing is locked.
     *
     * @param arguments its arguments
     * @return the locks that the plan names; none if there is no plan
     * @throws ProcedureAbortedException if the plan fails
     * @throws SystemAbortedException if there was no place for the call
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException as for {@link Engine#execute}
     * @throws EngineStoppedException if the engine has stopped
     */
    public Explanation explain(Object... arguments) {
        return explained(false, arguments);
    }

    /**
     * Runs a call, rolls it back, and tells what it has locked and done. While it runs it holds its locks as any call,
     * and others wait for them; it is prepared as for its commit, and nothing is written.
     *
     * @param arguments its arguments
     * @return what has come of it, however it has ended
     * @throws ProcedureAbortedException if the plan fails
     * @throws SystemAbortedException if there was no place for the call, or it was cancelled
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException as for {@link Engine#execute}
     * @throws EngineStoppedException if the engine has stopped
     */
    public Explanation analyze(Object... arguments) {
        return explained(true, arguments);
    }

    private Explanation explained(boolean runs, Object[] arguments) {
        final ProcedureCode<Explanation> explaining = owner.check(this, arguments).explainedBy(new Explains() {
            @Override
            public boolean runs() {
                return runs;
            }

            @Override
            public Object explained(Explanation explanation, @Nullable Object[] given) {
                return explanation;
            }
        });
        return Session.result(owner.calls().execute(explaining, arguments,
            timeoutNanos(owner.config().callTimeoutNanos()), null));
    }

    /**
     * Calls it on the calling thread if the call need not wait: for callers who must not wait either, such as event
     * loops. It needs a place among the calls and all its locks at once, touches rows 512 times at most, and its engine
     * has no data directory and records no history. What the procedure does beside that is not limited.
     *
     * @param arguments its arguments
     * @return the outcome; null if the call would have to wait: then nothing was written, and it is to be called in
     *     another way, such as {@link Engine#callAsync}
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException as for {@link Engine#execute}
     * @throws EngineStoppedException if the engine has stopped
     */
    public @Nullable Outcome<R> executeNow(Object... arguments) {
        final ProcedureCode<R> now = owner.check(this, arguments);
        return owner.calls().executeNow(now, arguments, timeoutNanos(owner.config().callTimeoutNanos()));
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
     * Returns its parameters as its class declares them, the transaction not counted: their names, if the class was
     * compiled with {@code -parameters}, else arg1 and so on, and their types with type arguments.
     *
     * @return the parameters in order
     */
    public List<Parameter> parameters() {
        return List.of(run.getParameters()).subList(1, run.getParameterCount());
    }

    /**
     * Returns the type of its result as its class declares it: {@code List<Order>}, for example.
     *
     * @return the type, void if there is no result
     */
    public Type declaredResultType() {
        return run.getGenericReturnType();
    }

    /**
     * Returns the type of its result.
     *
     * @return the type, boxed if it is primitive
     */
    public Class<R> resultType() {
        return resultType;
    }

    /**
     * Tells whether it has promised to read only. One that has keeps to it when it is replaced.
     *
     * @return whether it is declared {@link io.baton.engine.procedure.ReadOnly}; false if it was unregistered
     */
    public boolean readOnly() {
        final ProcedureCode<R> now = registered.code;
        return now != null && now.isReadOnly();
    }

    /** Whether it is a registered one, or a variant of that. */
    boolean isOf(@Nullable Procedure<?> other) {
        return registered.equals(other);
    }

    void checkBelongsTo(Engine engine) {
        if (owner != engine) {
            throw new IllegalArgumentException("procedure " + name + " was registered with another engine");
        }
    }

    /**
     * What a call that begins now runs.
     *
     * @throws IllegalStateException if the procedure was unregistered
     */
    ProcedureCode<R> code() {
        final ProcedureCode<R> now = registered.code;
        if (now == null) {
            throw new IllegalStateException(
                "procedure " + name + " was unregistered; register it again and call what that returns");
        }
        final ProcedureCode<R> wanted = once ? now.once() : now;
        return caller == null ? wanted : wanted.calledBy(caller);
    }

    /** Gives it other code, or null when it is unregistered. What returns from here is seen by all. */
    void changeCode(@Nullable ProcedureCode<R> newCode) {
        registered.code = newCode;
    }

    /** Checks arguments before a transaction begins, so that a caller's mistake is not a procedure's failure. */
    void check(Object[] arguments) {
        if (arguments.length != parameterTypes.length) {
            throw new IllegalArgumentException(ArgumentCount.wrong(name, parameterTypes.length, arguments.length));
        }
        for (int i = 0; i < arguments.length; i++) {
            if (!accepts(parameterTypes[i], arguments[i])) {
                throw new IllegalArgumentException("argument " + (i + 1) + " of procedure " + name + " must be of type "
                    + parameterTypes[i].getSimpleName() + ", but " + describe(arguments[i]) + " was given");
            }
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
}
