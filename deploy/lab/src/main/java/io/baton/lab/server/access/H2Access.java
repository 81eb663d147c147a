package io.baton.lab.server.access;

import io.baton.lab.server.sql.SqlBank;
import io.baton.lab.server.sql.SqlTpcc;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;

/** H2 in server mode, in memory, called by its own driver: workloads as Java procedures. */
final class H2Access implements ServerAccess {

    @Override
    public String name() {
        return "h2";
    }

    @Override
    public Optional<String> missing(ServedWorkload subject) {
        return subject.isEmpty() ? Optional.of("only workloads are written for it") : Optional.empty();
    }

    @Override
    public int underWay(ServedWorkload subject) {
        return 1;
    }

    @Override
    public Served open(ServedWorkload subject) throws IOException {
        final ServedProcess process =
            ServedProcess.java(subject.arguments(ServedChild.H2));
        boolean complete = false;
        try {
            final InetSocketAddress address = process.awaitAddress();
            final JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:tcp://127.0.0.1:" + address.getPort() + "/" + H2Server.DATABASE);
            source.setUser("sa");
            source.setPassword("");
            final Served served = served(subject, process, source);
            complete = true;
            return served;
        } catch (SQLException e) {
            throw new IOException("H2 cannot be reached: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                process.close();
            }
        }
    }

    private static Served served(ServedWorkload subject, ServedProcess process, JdbcDataSource source)
            throws SQLException {
        if (subject.isTpcc()) {
            return new SqlServed(process, source,
                connection -> new SqlLine(connection, SqlLine.Form.H2, SqlLine::readRow, SqlTpcc.GAVE_UP),
                (connection, effect) -> SqlTpcc.violations(connection));
        }
        try (Connection connection = source.getConnection()) {
            return new SqlServed(process, source,
                line -> new SqlLine(line, SqlLine.Form.H2, SqlLine::readNumber, SqlBank.GAVE_UP),
                SqlServed.Check.ofBank(connection, subject.accounts()));
        }
    }

    @Override
    public Line connect(Served served) throws IOException {
        try {
            return ((SqlServed) served).connect();
        } catch (SQLException e) {
            throw new IOException("H2 takes no connection: " + e.getMessage(), e);
        }
    }
}
