package io.baton.lab.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;

/** H2 in server mode, in memory, called by its own driver: SmallBank as Java procedures. */
final class H2Access implements Access {

    @Override
    public String name() {
        return "h2";
    }

    @Override
    public Optional<String> missing(Subject subject) {
        return subject.name().equals(Subject.SMALLBANK) ? Optional.empty()
            : Optional.of("only SmallBank is written for it");
    }

    @Override
    public int underWay(Subject subject) {
        return 1;
    }

    @Override
    public Served open(Subject subject) throws IOException {
        final ServerProcess process =
            ServerProcess.java(List.of(ServerChild.H2, Integer.toString(subject.accounts())));
        boolean complete = false;
        try {
            final InetSocketAddress address = process.awaitAddress();
            final JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:tcp://127.0.0.1:" + address.getPort() + "/" + H2Server.DATABASE);
            source.setUser("sa");
            source.setPassword("");
            final Served served = new SqlServed(process, source, "CALL", subject.accounts());
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

    @Override
    public Line connect(Served served) throws IOException {
        try {
            return ((SqlServed) served).connect();
        } catch (SQLException e) {
            throw new IOException("H2 takes no connection: " + e.getMessage(), e);
        }
    }
}
