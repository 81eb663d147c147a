package io.baton.tpcc;

import io.baton.workload.CallSource;
import org.agrona.concurrent.EpochClock;

/** Draws calls of the mix for a caller elsewhere, which does not pause. */
final class TpccCalls implements CallSource {

    private final InputSource inputs;
    private final EpochClock clock;
    private TransactionType type = TransactionType.NEW_ORDER;
    private Object[] arguments = {};

    TpccCalls(InputSource inputs, EpochClock clock) {
        this.inputs = inputs;
        this.clock = clock;
    }

    @Override
    public void next() {
        type = inputs.nextType();
        arguments = inputs.next(type, clock);
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
        // Its conditions compare rows with rows.
    }

    @Override
    public boolean rollsBack(String message) {
        return message.equals(NewOrder.UNKNOWN_ITEM);
    }
}
