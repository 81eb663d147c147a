package io.baton.lab.server.access;

import java.nio.file.FileSystem;
import java.util.List;

/** The ways to call procedures that there are. */
public final class Accesses {

    private Accesses() {
    }

    /**
     * All of them, in the order of reports.
     *
     * @param files the machine's files
     * @param underWay how many calls a pipelined connection has under way
     * @return those of one server next to each other
     */
    public static List<ServerAccess> all(FileSystem files, int underWay) {
        return List.of(new EmbeddedAccess(), waitingClient(), new ClientAccess("client-pipelined", false, underWay),
            new JdbcAccess(), new H2Access(), new PostgresAccess(files), new EchoAccess("echo", false),
            new EchoAccess("echo-waiting", true));
    }

    /** {@return the Java client with a thread that waits on each connection} */
    public static ServerAccess waitingClient() {
        return new ClientAccess("client", true, 1);
    }
}
