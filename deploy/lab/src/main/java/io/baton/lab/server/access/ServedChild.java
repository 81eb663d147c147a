package io.baton.lab.server.access;

import io.baton.deploy.command.EventLog;
import io.baton.deploy.report.ResidentMemory;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.sql.SQLException;

/**
 * The server's process. Says on which port it listens, then answers what it is asked on its standard input, and ends
 * with that.
 *
 * <pre>
 * baton WORKLOAD SEED ACCOUNTS SETTING=N ...   Baton with a workload; 'empty' for no tables
 * h2 WORKLOAD SEED ACCOUNTS SETTING=N ...      H2 with a workload
 * echo                                         bytes come back
 * victim HOST:PORT ACCOUNT                     nothing: a client that is to be killed
 * </pre>
 */
public final class ServedChild {

    static final String READY = "ready ";
    static final String ANSWER = "answer";
    static final String CHECK = "check ";
    static final String MEMORY = "memory";
    static final String BATON = "baton";
    static final String H2 = "h2";
    static final String ECHO = "echo";
    static final String VICTIM = "victim";
    private static final int FAILED = 3;

    private ServedChild() {
    }

    /**
     * Serves.
     *
     * @param arguments what to serve
     * @throws IOException if it cannot listen
     * @throws SQLException if H2 fails
     */
    public static void main(String[] arguments) throws IOException, SQLException {
        EventLog.onlyWhereOpen();
        boolean complete = false;
        try {
            switch (arguments[0]) {
                case BATON -> baton(ServedWorkload.of(arguments));
                case H2 -> H2Server.run(ServedWorkload.of(arguments), ServedChild::serve);
                case VICTIM -> VictimChild.run(arguments[1], Long.parseLong(arguments[2]), ServedChild::serve);
                default -> EchoServer.run(ServedChild::serve);
            }
            complete = true;
        } finally {
            // Whatever threads there are: nobody needs this process any more.
            Runtime.getRuntime().halt(complete ? 0 : FAILED);
        }
    }

    /** Says where it listens, and answers until the input ends. */
    private static void serve(int port, Orders orders) throws IOException {
        final PrintStream out = System.out;
        out.println(READY + port);
        final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            out.println(ANSWER + " " + (line.equals(MEMORY) ? Long.toString(memory()) : orders.answer(line)));
        }
    }

    private static long memory() {
        System.gc();
        return ResidentMemory.bytes(FileSystems.getDefault()).orElse(0);
    }

    private static void baton(ServedWorkload subject) throws IOException {
        final ServerOptions options = new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (LoadedEngine loaded = LoadedEngine.of(subject);
            BatonServer server = BatonServer.start(loaded.engine(), options)) {
            serve(server.address().getPort(),
                line -> loaded.violations(Long.parseLong(line.substring(CHECK.length()))));
        }
    }
}
