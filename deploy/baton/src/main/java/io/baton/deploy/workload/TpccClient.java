package io.baton.deploy.workload;

import io.baton.deploy.run.TransactionEnd;
import io.baton.engine.Session;
import io.baton.tpcc.Tpcc;
import io.baton.tpcc.TpccTerminal;

/** One terminal of the mix derived from TPC-C, with a session of its own. */
final class TpccClient extends SessionClient {

    private final TpccTerminal terminal;

    TpccClient(Tpcc tpcc, Session session, int number) {
        super(session);
        this.terminal = tpcc.terminal(session, number);
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // TpccWorkload numbers the types in the order of their values.
    public int next() {
        return terminal.next().ordinal();
    }

    @Override
    public long keyingNanos() {
        return terminal.keyingNanos();
    }

    @Override
    public long thinkNanos() {
        return terminal.thinkNanos();
    }

    @Override
    public TransactionEnd execute() {
        return switch (terminal.execute()) {
            case COMMITTED -> TransactionEnd.COMMITTED;
            case ROLLED_BACK -> TransactionEnd.ROLLED_BACK;
            case FAILED -> TransactionEnd.FAILED;
        };
    }

    @Override
    public String lastFailure() {
        return terminal.lastFailure();
    }
}
