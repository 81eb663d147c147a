package io.baton.tpcc;

import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import org.agrona.concurrent.EpochClock;
import org.jspecify.annotations.Nullable;

/**
 * One emulated terminal: draws a transaction, tells how long to pause before and after it, and runs it. One thread.
 *
 * <pre>
 * while (!done) {
 *     TransactionType type = terminal.next();
 *     pause(terminal.keyingNanos());
 *     TerminalOutcome outcome = terminal.execute();
 *     pause(terminal.thinkNanos());
 * }
 * </pre>
 */
public final class TpccTerminal {

    private static final Object[] NOTHING = {};

    private final Session session;
    private final Procedures procedures;
    private final InputSource inputs;
    private final boolean pauses;
    private final EpochClock clock;
    private @Nullable TransactionType type;
    private Object[] arguments = NOTHING;
    private long thinkNanos;
    private String lastFailure = "";
    private long skippedDeliveries;

    TpccTerminal(Session session, Procedures procedures, InputSource inputs, boolean pauses, EpochClock clock) {
        this.session = session;
        this.procedures = procedures;
        this.inputs = inputs;
        this.pauses = pauses;
        this.clock = clock;
    }

    /**
     * Draws the next transaction and its inputs.
     *
     * @return its type
     */
    public TransactionType next() {
        final TransactionType drawn = inputs.nextType();
        type = drawn;
        arguments = switch (drawn) {
            case NEW_ORDER -> inputs.nextNewOrder(clock.time());
            case PAYMENT -> inputs.nextPayment(clock.time());
            case ORDER_STATUS -> inputs.nextOrderStatus();
            case DELIVERY -> inputs.nextDelivery(clock.time());
            case STOCK_LEVEL -> inputs.nextStockLevel();
        };
        thinkNanos = pauses ? inputs.nextThinkNanos(drawn) : 0;
        return drawn;
    }

    /**
     * Returns how long a person would key in the inputs that were drawn.
     *
     * @return nanoseconds to wait before {@link #execute}; 0 if the run has no such times
     */
    public long keyingNanos() {
        return pauses ? drawn().keyingNanos() : 0;
    }

    /**
     * Returns how long a person would look at the result of the transaction that was drawn.
     *
     * @return nanoseconds to wait after {@link #execute}; 0 if the run has no such times
     */
    public long thinkNanos() {
        return thinkNanos;
    }

    /**
     * Runs the transaction that was drawn.
     *
     * @return how it ended
     * @throws IllegalStateException if none was drawn, or the session is closed
     */
    public TerminalOutcome execute() {
        final Procedure<?> procedure = switch (drawn()) {
            case NEW_ORDER -> procedures.newOrder();
            case PAYMENT -> procedures.payment();
            case ORDER_STATUS -> procedures.orderStatus();
            case DELIVERY -> procedures.delivery();
            case STOCK_LEVEL -> procedures.stockLevel();
        };
        return switch (session.execute(procedure, arguments)) {
            case Outcome.Committed<?> committed -> committed(committed.result());
            case Outcome.AbortedByProcedure<?> aborted -> abortedByProcedure(aborted.message());
            case Outcome.AbortedBySystem<?> aborted -> failed(aborted.reason());
            case Outcome.Unknown<?> unknown -> failed(unknown.reason());
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
     * Returns how many districts deliveries found without an order to deliver (clause 2.7.4.2).
     *
     * @return the count of all deliveries so far
     */
    public long skippedDeliveries() {
        return skippedDeliveries;
    }

    Object[] arguments() {
        return arguments;
    }

    private TransactionType drawn() {
        if (type == null) {
            throw new IllegalStateException("no transaction was drawn; call next() first");
        }
        return type;
    }

    private TerminalOutcome committed(Object result) {
        if (result instanceof DeliveryResult delivery) {
            skippedDeliveries += delivery.skipped();
        }
        return TerminalOutcome.COMMITTED;
    }

    private TerminalOutcome abortedByProcedure(String message) {
        return message.equals(NewOrder.UNKNOWN_ITEM) ? TerminalOutcome.ROLLED_BACK : failed(message);
    }

    private TerminalOutcome failed(String reason) {
        lastFailure = reason;
        return TerminalOutcome.FAILED;
    }
}
