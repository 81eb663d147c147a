package io.baton.engine;

import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.CallEvent;
import io.baton.engine.observe.CallObserver;
import io.baton.engine.observe.TracedCall;
import io.baton.engine.transaction.AbortReason;
import io.baton.engine.transaction.LockWatch;
import io.baton.engine.transaction.Restart;
import io.baton.engine.transaction.SystemAbort;
import io.baton.engine.transaction.UserAbort;
import io.baton.storage.OutOfMemoryBudgetException;
import io.baton.storage.TableFullException;
import io.baton.storage.TransactionTooLargeException;
import org.jspecify.annotations.Nullable;

/** Tells of one of the calls of a transaction of several, which begins when this is made. One thread. */
final class CallWithin {

    private final EngineConfig config;
    private final String procedure;
    /** Null if the transaction is not the engine's own. */
    private final @Nullable LockWatch watch;
    private final CallEvent event = new CallEvent();
    private final long beginNanos;

    private CallWithin(EngineConfig config, String procedure, Transaction transaction) {
        this.config = config;
        this.procedure = procedure;
        this.watch = transaction instanceof TransactionHandle handle ? handle.locks.watch() : null;
        this.beginNanos = config.clock().nanoTime();
        event.begin();
        if (watch != null) {
            watch.runsWithin(procedure);
        }
    }

    /** Runs it. */
    static <R> R run(Procedure<R> procedure, EngineConfig config, Transaction transaction, Object[] arguments) {
        final CallWithin call = new CallWithin(config, procedure.name(), transaction);
        final R result;
        try {
            result = procedure.runWithin(transaction, arguments);
        } catch (Throwable e) {
            call.threw(e);
            throw e;
        }
        call.ended(CallEnd.RETURNED, TracedCall.GOOD);
        return result;
    }

    private void threw(Throwable thrown) {
        switch (thrown) {
            case UserAbort abort -> ended(CallEnd.ABORTED_BY_PROCEDURE, abort.reason().sqlState());
            case SystemAbort abort -> ended(CallEnd.ABORTED_BY_SYSTEM, abort.reason().sqlState());
            case Restart ignored -> ended(CallEnd.ABORTED_BY_SYSTEM, AbortReason.RESTARTS.sqlState());
            case TableFullException ignored -> ended(CallEnd.ABORTED_BY_SYSTEM, AbortReason.TABLE_FULL.sqlState());
            case TransactionTooLargeException ignored ->
                ended(CallEnd.ABORTED_BY_SYSTEM, AbortReason.TOO_LARGE.sqlState());
            case OutOfMemoryBudgetException ignored ->
                ended(CallEnd.ABORTED_BY_SYSTEM, AbortReason.OUT_OF_MEMORY.sqlState());
            default -> ended(CallEnd.ABORTED_BY_PROCEDURE, AbortReason.ofFailure(thrown).sqlState());
        }
    }

    private void ended(CallEnd end, String sqlState) {
        if (watch != null) {
            watch.runsWithin(null);
        }
        event.endedWithin(procedure);
        final CallObserver observer = config.observer();
        if (observer != null) {
            observer.ended(procedure, end, sqlState, config.clock().nanoTime() - beginNanos, 0);
        }
    }
}
