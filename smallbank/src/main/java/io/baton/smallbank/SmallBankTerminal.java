package io.baton.smallbank;

import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.workload.SessionTerminal;

/** One client of the bank: draws a transaction and runs it. One thread. */
public final class SmallBankTerminal extends SessionTerminal<TransactionType> {

    private final Procedures procedures;
    private final InputSource inputs;
    private long addedCents;

    SmallBankTerminal(Session session, Procedures procedures, InputSource inputs) {
        super(session);
        this.procedures = procedures;
        this.inputs = inputs;
    }

    @Override
    protected TransactionType drawType() {
        return inputs.nextType();
    }

    @Override
    protected Object[] drawArguments(TransactionType drawn) {
        return inputs.next(drawn);
    }

    @Override
    protected Procedure<Long> procedure(TransactionType drawn) {
        return switch (drawn) {
            case AMALGAMATE -> procedures.amalgamate();
            case BALANCE -> procedures.balance();
            case DEPOSIT_CHECKING -> procedures.depositChecking();
            case SEND_PAYMENT -> procedures.sendPayment();
            case TRANSACT_SAVINGS -> procedures.transactSavings();
            case WRITE_CHECK -> procedures.writeCheck();
        };
    }

    @Override
    protected void committed(TransactionType executed, Object result) {
        addedCents += executed == TransactionType.BALANCE ? 0 : (Long) result;
    }

    /** A transaction gives up for want of money. */
    @Override
    protected boolean rollsBack(TransactionType executed, String message) {
        return lacksMoney(message);
    }

    static boolean lacksMoney(String message) {
        return message.equals(SendPayment.INSUFFICIENT_FUNDS) || message.equals(TransactSavings.INSUFFICIENT_FUNDS);
    }

    /**
     * Returns how much the committed transactions of this terminal reported to have added to the bank's money.
     *
     * @return cents, less than 0 if they took more than they added
     */
    public long addedCents() {
        return addedCents;
    }
}
