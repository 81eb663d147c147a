package io.baton.deploy.workload;

import io.baton.deploy.run.TransactionEnd;
import io.baton.engine.Session;
import io.baton.smallbank.SmallBank;
import io.baton.smallbank.SmallBankTerminal;

/** One client of the SmallBank mix, with a session of its own. */
final class SmallBankClient extends SessionClient {

    private final SmallBankTerminal terminal;

    SmallBankClient(SmallBank bank, Session session, int number) {
        super(session);
        this.terminal = bank.terminal(session, number);
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // SmallBankWorkload numbers the types in the order of their values.
    public int next() {
        return terminal.next().ordinal();
    }

    @Override
    public TransactionEnd execute() {
        return switch (terminal.execute()) {
            case COMMITTED -> TransactionEnd.COMMITTED;
            case REFUSED -> TransactionEnd.ROLLED_BACK;
            case FAILED -> TransactionEnd.FAILED;
        };
    }

    @Override
    public String lastFailure() {
        return terminal.lastFailure();
    }
}
