package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.observe.CallReport;
import io.baton.engine.observe.CallTrace;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server learns within which span each call of a data source is made. */
@Timeout(30)
class TracedConnectionsTest {

    private static final String FIRST = "00-0af7651916cd43dd8448eb211c80319c-1111111111111111-01";
    private static final String SECOND = "00-0af7651916cd43dd8448eb211c80319c-2222222222222222-01";

    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final TestServer server =
        new TestServer(0, options -> options, builder -> builder.tracer((procedure, user, traceparent) -> {
            told.add(procedure + " in " + traceparent);
            return new Told();
        }));
    private final BatonDataSource source = new BatonDataSource(server.url());
    private final ThreadLocal<@Nullable String> current = new ThreadLocal<>();

    /** Tells what it is told. */
    private final class Told implements CallTrace {
        @Override
        public CallTrace part(String procedure, @Nullable String traceparent) {
            told.add("part " + procedure + " in " + traceparent);
            return new Told();
        }

        @Override
        public void ended(CallReport report) {
            // Only the begin matters.
        }
    }

    @AfterEach
    void close() {
        server.close();
        current.remove();
    }

    private List<String> deposits() {
        return told.stream().filter(line -> line.contains("Deposit")).toList();
    }

    private static void deposit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("{call Deposit(1, 5)}");
        }
    }

    @Test
    void callsAndBatchesHaveTheContextOfTheThreadThatExecutes() throws Exception {
        source.setTraceparent(current::get);
        try (Connection connection = source.getConnection();
            PreparedStatement batch = connection.prepareStatement("{call Deposit(1, 5)}")) {
            deposit(connection);
            current.set(FIRST);
            batch.addBatch();
            batch.addBatch();
            current.set(SECOND);
            batch.executeBatch();
        }
        assertThat(deposits()).containsExactly("Deposit in null", "Deposit in " + SECOND, "Deposit in " + SECOND);
    }

    @Test
    void aTransactionHasThatOfItsFirstCall() throws Exception {
        source.setTraceparent(current::get);
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            current.set(FIRST);
            deposit(connection);
            current.set(SECOND);
            deposit(connection);
            current.remove();
            connection.commit();
        }
        assertThat(told).contains("of a transaction of several calls in " + FIRST);
        assertThat(deposits()).containsExactly("part Deposit in " + FIRST, "part Deposit in " + SECOND);
    }

    @Test
    void withoutItNothingIsTold() throws Exception {
        current.set(FIRST);
        try (Connection connection = source.getConnection()) {
            deposit(connection);
        }
        assertThat(deposits()).containsExactly("Deposit in null");
    }
}
