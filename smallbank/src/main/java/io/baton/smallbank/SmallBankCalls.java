package io.baton.smallbank;

import io.baton.workload.CallSource;

/** Draws the bank's calls for a caller elsewhere. */
final class SmallBankCalls implements CallSource {

    private final InputSource inputs;
    private TransactionType type = TransactionType.BALANCE;
    private Object[] arguments = {};
    private long addedCents;

    SmallBankCalls(InputSource inputs) {
        this.inputs = inputs;
    }

    @Override
    public void next() {
        type = inputs.nextType();
        arguments = inputs.next(type);
    }

    @Override
    public String procedure() {
        return type.label();
    }

    @Override
    public Object[] arguments() {
        return arguments;
    }

    @Override
    public void committed(Object result) {
        addedCents += type == TransactionType.BALANCE ? 0 : (Long) result;
    }

    @Override
    public boolean rollsBack(String message) {
        return SmallBankTerminal.lacksMoney(message);
    }

    @Override
    public long effect() {
        return addedCents;
    }
}
