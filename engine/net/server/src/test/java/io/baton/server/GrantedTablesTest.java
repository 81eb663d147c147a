package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallRefusedException;
import io.baton.client.RemoteProcedure;
import io.baton.protocol.Reason;
import io.baton.server.users.Grants;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exports need the grant of tables, imports that of operators; the grant of all procedures is neither. */
@Timeout(30)
class GrantedTablesTest {

    @TempDir
    private Path folder = Path.of("");

    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        final TestUsers users = new TestUsers(folder);
        users.add("reader", new Grants(Collections.emptySortedSet(), true, false));
        users.add("operator", new Grants(Collections.emptySortedSet(), false, true));
        users.add("caller", new Grants(new TreeSet<>(List.of(Grants.ALL)), false, false));
        server = new TestServer(options -> options.users(users.path));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private BatonClient connect(String name) {
        return BatonClient.connect(server.options().user(name, TestUsers.password(name)));
    }

    private static List<?> read(BatonClient client) {
        return client.procedure("baton.rows", List.class).call("account", 0, 1);
    }

    private static long insert(BatonClient client, long id) {
        final RemoteProcedure<Long> insert = client.procedure("baton.insert", Long.class);
        return insert.call("account", List.of("id", "balance"), List.of(List.of(id, 5L)));
    }

    @Test
    void whoMayReadTablesMayNotAddRows() {
        try (BatonClient reader = connect("reader")) {
            assertThat(read(reader)).hasSize(1 + Bank.ACCOUNTS);
            final CallRefusedException refused =
                catchThrowableOfType(CallRefusedException.class, () -> insert(reader, 1_000));
            assertThat(refused.reason()).isEqualTo(Reason.NOT_GRANTED);
            assertThat(refused).hasMessageContaining("user reader may not call baton.insert; an operator grants the "
                + "work of operators with 'baton user grant --operator reader'");
            assertThat(read(reader)).hasSize(1 + Bank.ACCOUNTS);
        }
    }

    @Test
    void anOperatorMayAddRowsAndNotReadThem() {
        try (BatonClient operator = connect("operator"); BatonClient reader = connect("reader")) {
            assertThat(insert(operator, 1_000)).isEqualTo(1);
            final CallRefusedException refused = catchThrowableOfType(CallRefusedException.class, () -> read(operator));
            assertThat(refused.reason()).isEqualTo(Reason.NOT_GRANTED);
            assertThat(refused)
                .hasMessageContaining("user operator may not call baton.rows; an operator grants reading "
                    + "all tables with 'baton user grant --tables operator'");
            assertThat(read(reader)).hasSize(2 + Bank.ACCOUNTS);
        }
    }

    @Test
    void theGrantOfAllProceduresIsNeither() {
        try (BatonClient caller = connect("caller")) {
            assertThat(catchThrowableOfType(CallRefusedException.class, () -> read(caller)).reason())
                .isEqualTo(Reason.NOT_GRANTED);
            assertThat(catchThrowableOfType(CallRefusedException.class, () -> insert(caller, 1_000)).reason())
                .isEqualTo(Reason.NOT_GRANTED);
        }
    }
}
