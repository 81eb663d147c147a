package io.baton.deploy.workload;

import io.baton.deploy.run.TransactionEnd;
import io.baton.deploy.run.WorkloadClient;
import io.baton.engine.Session;
import io.baton.smallbank.SmallBank;
import io.baton.smallbank.SmallBankTerminal;

/** One client of the SmallBank mix, with a session of its own. */
final class SmallBankClient implements WorkloadClient {

    private final Session session;
    private final SmallBankTerminal terminal;

    SmallBankClient(SmallBank bank, Session session, int number) {
        this.session = session;
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
    public long restarts() {
        return session.restarts();
    }

    @Override
    public String lastFailure() {
        return terminal.lastFailure();
    }

    @Override
    public void close() {
        session.close();
    }
}
