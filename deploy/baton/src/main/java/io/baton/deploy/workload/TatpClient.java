package io.baton.deploy.workload;

import io.baton.deploy.run.TransactionEnd;
import io.baton.engine.Session;
import io.baton.tatp.Tatp;
import io.baton.tatp.TatpTerminal;

/** One client of the TATP mix, with a session of its own. */
final class TatpClient extends SessionClient {

    private final TatpTerminal terminal;

    TatpClient(Tatp tatp, Session session, int number) {
        super(session);
        this.terminal = tatp.terminal(session, number);
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // TatpWorkload numbers the types in the order of their values.
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
