package io.baton.smallbank;

import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import org.jspecify.annotations.Nullable;

/**
 * One client of the bank: draws a transaction and runs it. One thread.
 *
 * <pre>
 * while (!done) {
 *     TransactionType type = terminal.next();
 *     TerminalOutcome outcome = terminal.execute();
 * }
 * </pre>
 */
public final class SmallBankTerminal {

    private static final Object[] NOTHING = {};

    private final Session session;
    private final Procedures procedures;
    private final InputSource inputs;
    private @Nullable TransactionType type;
    private Object[] arguments = NOTHING;
    private String lastFailure = "";
    private long addedCents;

    SmallBankTerminal(Session session, Procedures procedures, InputSource inputs) {
        this.session = session;
        this.procedures = procedures;
        this.inputs = inputs;
    }

    /**
     * Draws the next transaction and its inputs.
     *
     * @return its type
     */
    public TransactionType next() {
        final TransactionType drawn = inputs.nextType();
        type = drawn;
        arguments = inputs.next(drawn);
        return drawn;
    }

    /**
     * Runs the transaction that was drawn.
     *
     * @return how it ended
     * @throws IllegalStateException if none was drawn, or the session is closed
     */
    public TerminalOutcome execute() {
        final TransactionType drawn = drawn();
        return switch (session.execute(procedure(drawn), arguments)) {
            case Outcome.Committed<Long> committed -> committed(drawn, committed.result());
            case Outcome.AbortedByProcedure<Long> aborted -> abortedByProcedure(aborted.message());
            case Outcome.AbortedBySystem<Long> aborted -> failed(aborted.reason());
            case Outcome.Unknown<Long> unknown -> failed(unknown.reason());
        };
    }

    /**
     * Tells why a transaction failed.
     *
     * @return the reason of the last {@link TerminalOutcome#FAILED}, or nothing if there was none
     */
    public String lastFailure() {
        return lastFailure;
    }

    /**
     * Returns how much the committed transactions of this terminal reported to have added to the bank's money.
     *
     * @return cents, less than 0 if they took more than they added
     */
    public long addedCents() {
        return addedCents;
    }

    private Procedure<Long> procedure(TransactionType drawn) {
        return switch (drawn) {
            case AMALGAMATE -> procedures.amalgamate();
            case BALANCE -> procedures.balance();
            case DEPOSIT_CHECKING -> procedures.depositChecking();
            case SEND_PAYMENT -> procedures.sendPayment();
            case TRANSACT_SAVINGS -> procedures.transactSavings();
            case WRITE_CHECK -> procedures.writeCheck();
        };
    }

    private TransactionType drawn() {
        if (type == null) {
            throw new IllegalStateException("no transaction was drawn; call next() first");
        }
        return type;
    }

    private TerminalOutcome committed(TransactionType drawn, long cents) {
        addedCents += drawn == TransactionType.BALANCE ? 0 : cents;
        return TerminalOutcome.COMMITTED;
    }

    private TerminalOutcome abortedByProcedure(String message) {
        return message.equals(SendPayment.INSUFFICIENT_FUNDS) || message.equals(TransactSavings.INSUFFICIENT_FUNDS)
            ? TerminalOutcome.REFUSED : failed(message);
    }

    private TerminalOutcome failed(String reason) {
        lastFailure = reason;
        return TerminalOutcome.FAILED;
    }
}
