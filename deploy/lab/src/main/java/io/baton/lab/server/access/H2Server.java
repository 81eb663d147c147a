package io.baton.lab.server.access;

import io.baton.lab.server.sql.SqlBank;
import io.baton.lab.server.sql.SqlTpcc;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;

/** H2 in server mode, in memory, with a workload's tables and procedures. */
final class H2Server {

    /** The database lives as long as the process. */
    static final String DATABASE = "mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000;QUERY_CACHE_SIZE=64";

    private H2Server() {
    }

    static void run(ServedWorkload subject, Orders.Loop loop) throws SQLException, IOException {
        final JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:" + DATABASE);
        source.setUser("sa");
        source.setPassword("");
        try (Connection connection = source.getConnection()) {
            if (subject.isTpcc()) {
                try (LoadedEngine loaded = LoadedEngine.of(subject)) {
                    SqlTpcc.loadInH2(connection, loaded.engine());
                }
            } else {
                SqlBank.loadInH2(connection, subject.accounts());
            }
            final Server server = Server.createTcpServer("-tcpPort", "0").start();
            loop.serve(server.getPort(), line -> "");
        }
    }
}
