package io.baton.lab.server.access;

import io.baton.lab.server.sql.SqlBank;
import io.baton.lab.server.sql.SqlTpcc;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Through Baton's own JDBC driver: a thread that waits on each connection. */
final class JdbcAccess implements ServerAccess {

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Optional<String> missing(ServedWorkload subject) {
        return subject.isEmpty() ? Optional.of("only workloads are called by it") : Optional.empty();
    }

    @Override
    public int underWay(ServedWorkload subject) {
        return 1;
    }

    @Override
    public boolean shares(ServerAccess other) {
        return other instanceof ClientAccess;
    }

    @Override
    public Served open(ServedWorkload subject) throws IOException {
        return BatonServed.start(subject);
    }

    @Override
    public Line connect(Served served) throws IOException {
        try {
            final BatonServed server = (BatonServed) served;
            final Connection connection = server.source().getConnection();
            return server.subject().isTpcc()
                ? new SqlLine(connection, SqlLine.Form.BATON, SqlLine::readRow, SqlTpcc.GAVE_UP)
                : new SqlLine(connection, SqlLine.Form.BATON_FUNCTION, SqlLine::readParameter, SqlBank.GAVE_UP);
        } catch (SQLException e) {
            throw new IOException("the server takes no connection: " + e.getMessage(), e);
        }
    }
}
