package io.baton.lab.server.access;

import io.baton.lab.server.sql.SqlBank;
import io.baton.lab.server.sql.SqlTpcc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * PostgreSQL on a data directory of its own, called by its own driver: workloads as PL/pgSQL functions. It forces
 * nothing to disk, as Baton without a data directory does not.
 */
final class PostgresAccess implements ServerAccess {

    private static final String INSTALLED = "/usr/lib/postgresql";
    private static final String USER = "postgres";
    /** Ends the server and removes its data when its own input ends, which is when the measurement does. */
    private static final String SCRIPT = """
        umask 077
        data=$(mktemp -d) || exit 1
        trap '' INT
        if "$1/initdb" -D "$data/db" -U baton -A trust -N -E UTF8 --locale=C >"$data/log" 2>&1; then
          "$1/postgres" -D "$data/db" -p "$2" -k '' -h 127.0.0.1 -F -c synchronous_commit=off \
            -c full_page_writes=off -c max_connections=400 -c shared_buffers=512MB -c max_wal_size=4GB -c jit=off \
            >>"$data/log" 2>&1 &
          server=$!
          echo "ready $2"
          cat >/dev/null
          kill -INT "$server"
          wait "$server"
        else
          cat "$data/log" >&2
        fi
        rm -rf "$data"
        """;

    private static final int ATTEMPTS = 100;
    private static final long PAUSE_MILLIS = 100;

    private final FileSystem files;

    PostgresAccess(FileSystem files) {
        this.files = files;
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public Optional<String> missing(ServedWorkload subject) {
        if (subject.isEmpty()) {
            return Optional.of("only workloads are written for it");
        }
        return programs() == null
            ? Optional.of("there is no PostgreSQL below " + INSTALLED + "; install the package postgresql")
            : Optional.empty();
    }

    /** The folder of the newest version's programs. */
    private @Nullable Path programs() {
        final Path installed = files.getPath(INSTALLED);
        if (!Files.isDirectory(installed)) {
            return null;
        }
        try (Stream<Path> versions = Files.list(installed)) {
            return versions.map(version -> version.resolve("bin"))
                .filter(bin -> Files.isExecutable(bin.resolve("initdb")) && Files.isExecutable(bin.resolve(USER)))
                .max(java.util.Comparator.naturalOrder()).orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public int underWay(ServedWorkload subject) {
        return 1;
    }

    @Override
    public Served open(ServedWorkload subject) throws IOException {
        final Path programs = programs();
        if (programs == null) {
            throw new IOException("there is no PostgreSQL");
        }
        final ServedProcess process = ServedProcess.start(command(programs, freePort()));
        boolean complete = false;
        try {
            final PGSimpleDataSource source = new PGSimpleDataSource();
            source.setServerNames(new String[] {"127.0.0.1"});
            source.setPortNumbers(new int[] {process.awaitAddress().getPort()});
            source.setDatabaseName(USER);
            source.setUser("baton");
            source.setPrepareThreshold(1);
            source.setReWriteBatchedInserts(true);
            final Served served = loaded(subject, process, source);
            complete = true;
            return served;
        } catch (SQLException e) {
            throw new IOException("PostgreSQL cannot be used: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                process.end();
            }
        }
    }

    /** PostgreSQL does not run as root. */
    private static List<String> command(Path programs, int port) {
        final List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("runuser", "-u", USER, "--"));
        }
        command.addAll(List.of("sh", "-c", SCRIPT, "sh", programs.toString(), Integer.toString(port)));
        return command;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Served loaded(ServedWorkload subject, ServedProcess process, PGSimpleDataSource source)
            throws SQLException, IOException {
        try (Connection connection = connected(source)) {
            if (subject.isTpcc()) {
                try (LoadedEngine loaded = LoadedEngine.of(subject)) {
                    SqlTpcc.loadInPostgres(connection, loaded.engine());
                }
                return new SqlServed(process, source,
                    line -> new SqlLine(line, SqlLine.Form.POSTGRESQL_ROW, SqlLine::readRow, SqlTpcc.GAVE_UP),
                    (line, effect) -> SqlTpcc.violations(line));
            }
            SqlBank.loadInPostgres(connection, subject.accounts());
            return new SqlServed(process, source,
                line -> new SqlLine(line, SqlLine.Form.POSTGRESQL, SqlLine::readNumber, SqlBank.GAVE_UP),
                SqlServed.Check.ofBank(connection, subject.accounts()));
        }
    }

    /** It takes a while until it listens. */
    private static Connection connected(PGSimpleDataSource source) throws SQLException {
        for (int attempt = 1;; attempt++) {
            try {
                return source.getConnection();
            } catch (SQLException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                pause();
            }
        }
    }

    private static void pause() throws SQLException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while PostgreSQL was starting", e);
        }
    }

    @Override
    public Line connect(Served served) throws IOException {
        try {
            return ((SqlServed) served).connect();
        } catch (SQLException e) {
            throw new IOException("PostgreSQL takes no connection: " + e.getMessage(), e);
        }
    }
}
