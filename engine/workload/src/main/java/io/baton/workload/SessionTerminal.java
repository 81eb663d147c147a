package io.baton.workload;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.Session;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.procedure.AbortReason;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A terminal whose transactions are calls of procedures: what is the same for all workloads. Subclasses draw types and
 * inputs and judge how calls end. One thread.
 *
 * @param <T> the workload's types of transactions
 */
public abstract class SessionTerminal<T extends TransactionKind> implements Terminal {

    private static final Object[] NOTHING = {};

    private final Session session;
    private @Nullable T type;
    private Object[] arguments = NOTHING;
    private String lastFailure = "";

    /**
     * Makes a terminal.
     *
     * @param session for this terminal alone, which closes it
     */
    protected SessionTerminal(Session session) {
        this.session = session;
    }

    /**
     * Draws the type of the next transaction.
     *
     * @return the type
     */
    protected abstract T drawType();

    /**
     * Draws the inputs of a transaction.
     *
     * @param drawn its type
     * @return the arguments of its procedure
     */
    protected abstract Object[] drawArguments(T drawn);

    /**
     * Returns the procedure of a type.
     *
     * @param drawn the type
     * @return the procedure, registered with the session's engine
     */
    protected abstract Procedure<?> procedure(T drawn);

    /**
     * Takes note of a result. Does nothing unless overridden.
     *
     * @param executed the type of the transaction
     * @param result what its procedure returned
     */
    protected void committed(T executed, Object result) {
    }

    /**
     * Judges a procedure that gave up.
     *
     * @param executed the type of the transaction
     * @param message what the procedure gave as its reason
     * @return whether the workload wants some of its transactions to end so; if not, the transaction failed
     */
    protected abstract boolean rollsBack(T executed, String message);

    @Override
    public final T next() {
        final T drawn = drawType();
        type = drawn;
        arguments = drawArguments(drawn);
        return drawn;
    }

    @Override
    public final TransactionEnd execute() {
        final T drawn = drawn();
        return switch (session.execute(procedure(drawn), arguments)) {
            case Outcome.Committed<?> done -> {
                committed(drawn, done.result());
                yield TransactionEnd.COMMITTED;
            }
            case Outcome.AbortedByProcedure<?> aborted -> rollsBack(drawn, aborted.message())
                ? TransactionEnd.ROLLED_BACK : failed(aborted.message());
            case Outcome.AbortedBySystem<?> aborted when aborted.reason() == AbortReason.OUT_OF_MEMORY ->
                TransactionEnd.OUT_OF_MEMORY;
            case Outcome.AbortedBySystem<?> aborted -> failed(aborted.message());
            case Outcome.Unknown<?> unknown -> failed(unknown.message());
        };
    }

    /**
     * Executes the drawn transaction as an asynchronous call, and not in the terminal's session. Nothing else is done
     * with the terminal until it has ended.
     *
     * @param engine the engine of the procedures
     * @return completed with how it ended, on a thread of the engine
     * @throws IllegalStateException if none was drawn, or the engine is closed
     */
    public final CompletableFuture<TransactionEnd> executeAsync(Engine engine) {
        final T drawn = drawn();
        return engine.callAsync(procedure(drawn), arguments).handle((result, failure) -> {
            if (failure == null) {
                committed(drawn, result);
                return TransactionEnd.COMMITTED;
            }
            final String message = String.valueOf(failure.getMessage());
            return switch (failure) {
                case ProcedureAbortedException aborted when rollsBack(drawn, message) ->
                    TransactionEnd.ROLLED_BACK;
                case SystemAbortedException aborted when aborted.reason() == AbortReason.OUT_OF_MEMORY ->
                    TransactionEnd.OUT_OF_MEMORY;
                default -> failed(message);
            };
        });
    }

    @Override
    public final long restarts() {
        return session.restarts();
    }

    @Override
    public final String lastFailure() {
        return lastFailure;
    }

    @Override
    public final void close() {
        session.close();
    }

    /**
     * Returns the type that was drawn last.
     *
     * @return the type
     * @throws IllegalStateException if none was drawn
     */
    protected final T drawn() {
        if (type == null) {
            throw new IllegalStateException("no transaction was drawn; call next() first");
        }
        return type;
    }

    /**
     * Returns the inputs that were drawn last.
     *
     * @return the arguments, none if none were drawn
     */
    public final Object[] arguments() {
        return arguments;
    }

    private TransactionEnd failed(String reason) {
        lastFailure = reason;
        return TransactionEnd.FAILED;
    }
}
