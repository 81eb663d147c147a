package io.baton.lab.server;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A database in a process of its own, with SmallBank. */
final class SqlServed implements Served {

    private final ServerProcess process;
    private final DataSource source;
    private final String verb;
    private final int accounts;
    private final long initialCents;

    /**
     * Takes over a database.
     *
     * @param process to be ended with it
     * @param source connects
     * @param verb what calls a procedure in its SQL
     */
    SqlServed(ServerProcess process, DataSource source, String verb, int accounts) throws SQLException {
        this.process = process;
        this.source = source;
        this.verb = verb;
        this.accounts = accounts;
        try (Connection connection = source.getConnection()) {
            this.initialCents = SqlBank.cents(connection);
        }
    }

    Line connect() throws SQLException {
        return new SqlBank.SqlLine(source.getConnection(), verb);
    }

    @Override
    public long processorNanos() {
        return process.processorNanos();
    }

    @Override
    public String violations(long effect) throws IOException {
        try (Connection connection = source.getConnection()) {
            return SqlBank.violations(connection, accounts, initialCents + effect);
        } catch (SQLException e) {
            throw new IOException("the database cannot be checked: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            process.end();
        } catch (IOException e) {
            process.close();
        }
    }
}
