package io.baton.engine;

import io.baton.engine.history.UnwritableHistoryException;
import io.baton.engine.thread.RunningThreads;
import io.baton.fabric.StackHeadroom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One caller's place at an engine: calls run on the caller's own thread, one after the other, with a lock client of
 * their own. One thread at a time; a call while another is under way is refused. For calls from many threads without a
 * session, see {@link Engine#call}.
 */
public final class Session implements AutoCloseable {

    /** The states: numbers, as storing a reference costs more. */
    private static final int IDLE = 0;
    private static final int CALLING = 1;
    /** Closed by another thread, or by the procedure: the place is given back when the call has ended. */
    private static final int CLOSED_WHILE_CALLING = 2;
    private static final int CLOSED = 3;

    private final Engine engine;
    private final AtomicInteger state = new AtomicInteger(IDLE);
    /** Null after the last one broke, or a call was explained. Belongs to who has made the state CALLING. */
    private @Nullable Coordinator coordinator;
    /** Of those given back, less what had been counted when they were taken, of the one that it has, too. */
    private long restartsElsewhere;
    /** Of the thread that called last, or of one that was refused since. */
    private RunningThreads.@Nullable Mark lastMark;

    Session(Engine engine, Coordinator coordinator) {
        this.engine = engine;
        take(coordinator);
    }

    private void take(Coordinator taken) {
        coordinator = taken;
        restartsElsewhere -= taken.restarts();
        taken.ownedBy(this);
    }

    /**
     * Calls a procedure and tells how the call ended. A call that is explained gives the session's place back, takes
     * one as a call without a session does, and leaves the session to take one again at its next call.
     *
     * @param procedure the procedure, registered with this session's engine
     * @param arguments its arguments
     * @param <R> its result type
     * @return the outcome
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the session or the engine is closed, the procedure was unregistered, a call of
     *     this session is under way, or the thread is within a call of this engine
     * @throws EngineStoppedException if the engine has stopped
     * @throws UnwritableHistoryException if a history is recorded and cannot be written any further
     */
    public <R> Outcome<R> execute(Procedure<R> procedure, Object... arguments) {
        checkOpen();
        final ProcedureCode<R> code = engine.check(procedure, arguments);
        final long timeoutNanos = procedure.timeoutNanos(engine.config().callTimeoutNanos());
        StackHeadroom.checkCall();
        if (code.explains() != null) {
            return explained(code, arguments, timeoutNanos);
        }
        return engine.calls().execute(code, arguments, timeoutNanos, this, mark());
    }

    /** It needs a coordinator that looks closer than that of the session, and the place that this one has. */
    private <R> Outcome<R> explained(ProcedureCode<R> code, Object[] arguments, long timeoutNanos) {
        beginAnyway();
        try {
            giveBack();
            return engine.calls().execute(code, arguments, timeoutNanos, null);
        } finally {
            end();
        }
    }

    /**
     * Calls a procedure and returns its result.
     *
     * @param procedure the procedure, registered with this session's engine
     * @param arguments its arguments
     * @param <R> its result type
     * @return what it returned
     * @throws ProcedureAbortedException if the procedure gave up or its code failed
     * @throws SystemAbortedException if the engine gave up
     * @throws UnknownOutcomeException if it is unknown whether the call was committed
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the session or the engine is closed, the procedure was unregistered, a call of
     *     this session is under way, or the thread is within a call of this engine
     * @throws EngineStoppedException if the engine has stopped
     * @throws UnwritableHistoryException if a history is recorded and cannot be written any further
     */
    public <R> R call(Procedure<R> procedure, Object... arguments) {
        return result(execute(procedure, arguments));
    }

    /**
     * Returns how often the calls of this session had to start over.
     *
     * @return the count since the session was opened
     */
    public long restarts() {
        final Coordinator current = coordinator;
        return restartsElsewhere + (current == null ? 0 : current.restarts());
    }

    /** Gives the place back, if a call is under way as soon as it has ended. Closing twice does nothing. */
    @Override
    public void close() {
        // Calls of another thread may begin and end between the looks.
        while (isOpen()) {
            if (state.compareAndSet(IDLE, CLOSED)) {
                giveBack();
            } else {
                state.compareAndSet(CALLING, CLOSED_WHILE_CALLING);
            }
        }
    }

    /** Looked up only when another thread has called before. */
    private RunningThreads.Mark mark() {
        final RunningThreads.Mark last = lastMark;
        if (last != null && last.isOfCaller()) {
            return last;
        }
        final RunningThreads.Mark mark = engine.running().mark();
        lastMark = mark;
        return mark;
    }

    /** Begins a call, when calls may begin. */
    void begin(long timeoutNanos) {
        beginAnyway();
        long leftNanos = timeoutNanos;
        while (engine.pool().gate().isClosed()) {
            end();
            leftNanos = engine.pool().gate().await(leftNanos);
            beginAnyway();
        }
    }

    private void beginAnyway() {
        if (!state.compareAndSet(IDLE, CALLING)) {
            checkOpen();
            throw new IllegalStateException(
                "a call of this session is under way; a session has one thread at a time, open one for each");
        }
    }

    /** Ends a call that has begun. */
    void end() {
        final Coordinator used = coordinator;
        if (used != null && used.isBroken()) {
            giveBack();
        }
        if (!state.compareAndSet(CALLING, IDLE)) {
            state.set(CLOSED);
            giveBack();
        }
    }

    /** The one that it has, or a new one. */
    Coordinator coordinator(long timeoutNanos) {
        Coordinator own = coordinator;
        if (own == null) {
            own = engine.pool().take(timeoutNanos);
            take(own);
        }
        return own;
    }

    private void giveBack() {
        final Coordinator own = coordinator;
        if (own != null) {
            coordinator = null;
            restartsElsewhere += own.restarts();
            own.ownedBy(null);
            engine.pool().giveBack(own);
        }
    }

    /** Whether a call is under way. Any thread. */
    boolean isCalling() {
        final int now = state.get();
        return now == CALLING || now == CLOSED_WHILE_CALLING;
    }

    private boolean isOpen() {
        final int now = state.get();
        return now == IDLE || now == CALLING;
    }

    private void checkOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("the session is closed; open a new one");
        }
    }

    static <R> R result(Outcome<R> outcome) {
        return switch (outcome) {
            case Outcome.Committed<R>(R result) -> result;
            case Outcome.AbortedByProcedure<R> aborted ->
                throw new ProcedureAbortedException(aborted.reason(), aborted.message(), aborted.cause());
            case Outcome.AbortedBySystem<R> aborted ->
                throw new SystemAbortedException(aborted.reason(), aborted.message());
            case Outcome.Unknown<R> unknown -> throw new UnknownOutcomeException(unknown.message());
        };
    }
}
