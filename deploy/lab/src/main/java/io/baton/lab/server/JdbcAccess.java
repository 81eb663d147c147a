package io.baton.lab.server;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** Through Baton's own JDBC driver: a thread that waits on each connection. */
final class JdbcAccess implements Access {

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Optional<String> missing(Subject subject) {
        return subject.name().equals(Subject.SMALLBANK) ? Optional.empty()
            : Optional.of("only SmallBank is called by it");
    }

    @Override
    public int underWay(Subject subject) {
        return 1;
    }

    @Override
    public boolean shares(Access other) {
        return other instanceof ClientAccess;
    }

    @Override
    public Served open(Subject subject) throws IOException {
        return BatonServed.start(subject);
    }

    @Override
    public Line connect(Served served) throws IOException {
        try {
            return new JdbcLine(((BatonServed) served).source().getConnection());
        } catch (SQLException e) {
            throw new IOException("the server takes no connection: " + e.getMessage(), e);
        }
    }
}
