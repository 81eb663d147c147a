package io.baton.tpcc;

import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.workload.SessionTerminal;
import org.agrona.concurrent.EpochClock;

/** One emulated terminal: draws a transaction, tells how long to pause before and after it, and runs it. One thread. */
public final class TpccTerminal extends SessionTerminal<TransactionType> {

    private final Procedures procedures;
    private final InputSource inputs;
    private final boolean pauses;
    private final EpochClock clock;
    private long thinkNanos;
    private long skippedDeliveries;

    TpccTerminal(Session session, Procedures procedures, InputSource inputs, boolean pauses, EpochClock clock) {
        super(session);
        this.procedures = procedures;
        this.inputs = inputs;
        this.pauses = pauses;
        this.clock = clock;
    }

    @Override
    protected TransactionType drawType() {
        return inputs.nextType();
    }

    @Override
    protected Object[] drawArguments(TransactionType drawn) {
        final Object[] arguments = inputs.next(drawn, clock);
        thinkNanos = pauses ? inputs.nextThinkNanos(drawn) : 0;
        return arguments;
    }

    /** How long a person would key in the inputs that were drawn; 0 if the run has no such times. */
    @Override
    public long keyingNanos() {
        return pauses ? drawn().keyingNanos() : 0;
    }

    /** How long a person would look at the result of the transaction that was drawn; 0 if the run has no such times. */
    @Override
    public long thinkNanos() {
        return thinkNanos;
    }

    @Override
    protected Procedure<?> procedure(TransactionType drawn) {
        return switch (drawn) {
            case NEW_ORDER -> procedures.newOrder();
            case PAYMENT -> procedures.payment();
            case ORDER_STATUS -> procedures.orderStatus();
            case DELIVERY -> procedures.delivery();
            case STOCK_LEVEL -> procedures.stockLevel();
        };
    }

    @Override
    protected void committed(TransactionType executed, Object result) {
        if (result instanceof DeliveryResult delivery) {
            skippedDeliveries += delivery.skipped();
        }
    }

    /** One in a hundred new orders must end so, with an unused item and nothing written. */
    @Override
    protected boolean rollsBack(TransactionType executed, String message) {
        return message.equals(NewOrder.UNKNOWN_ITEM);
    }

    /**
     * Returns how many districts deliveries found without an order to deliver (clause 2.7.4.2).
     *
     * @return the count of all deliveries so far
     */
    public long skippedDeliveries() {
        return skippedDeliveries;
    }
}
