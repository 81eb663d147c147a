package io.baton.lab.server.access;

import io.baton.lab.server.sql.SqlBank;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;

/** A database in a process of its own, with a workload. */
final class SqlServed implements Served {

    private final ServedProcess process;
    private final DataSource source;
    private final Function<Connection, Line> lines;
    private final Check check;

    /** Checks what a database holds. */
    @FunctionalInterface
    interface Check {

        /**
         * Checks.
         *
         * @param effect what the calls so far have changed
         * @return the conditions that do not hold, in words
         */
        String violations(Connection connection, long effect) throws SQLException;

        /** Of SmallBank, against the money that is there now. */
        static Check ofBank(Connection loaded, long accounts) throws SQLException {
            final long initialCents = SqlBank.cents(loaded);
            return (connection, effect) -> SqlBank.violations(connection, accounts, initialCents + effect);
        }
    }

    /**
     * Takes over a database.
     *
     * @param process to be ended with it
     * @param source connects
     * @param lines makes a line of a connection
     */
    SqlServed(ServedProcess process, DataSource source, Function<Connection, Line> lines, Check check) {
        this.process = process;
        this.source = source;
        this.lines = lines;
        this.check = check;
    }

    Line connect() throws SQLException {
        return lines.apply(source.getConnection());
    }

    DataSource source() {
        return source;
    }

    @Override
    public long processorNanos() {
        return process.processorNanos();
    }

    @Override
    public String violations(long effect) throws IOException {
        try (Connection connection = source.getConnection()) {
            return check.violations(connection, effect);
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
