package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A call within a transaction that takes too long, or is cancelled, is told so itself, though it touches no row that
 * would stop it.
 */
@Timeout(30)
class LateCallsTest {

    private static final int LIMIT_MILLIS = 100;

    private final TestServer server = new TestServer();
    private final AtomicInteger napping = new AtomicInteger();
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void connect() throws SQLException {
        server.engine.register("Nap", new Nap(napping), Long.class);
        server.engine.register("ReadingNap", new ReadingNap(), Long.class);
        connection = DriverManager.getConnection(server.url() + "?callTimeout=" + LIMIT_MILLIS);
        connection.setAutoCommit(false);
        statement = connection.createStatement();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
        server.close();
    }

    /** Sleeps, and touches nothing. */
    public static final class Nap {
        private final AtomicInteger napping;

        Nap(AtomicInteger napping) {
            this.napping = napping;
        }

        public long run(Transaction transaction, long millis) {
            napping.incrementAndGet();
            // Parked, so that an interrupt does not end it.
            final long end = System.nanoTime() + millis * 1_000_000;
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            napping.decrementAndGet();
            return millis;
        }
    }

    /** The same, and promises to read only. */
    @ReadOnly
    public static final class ReadingNap {
        public long run(Transaction transaction, long millis) {
            return new Nap(new AtomicInteger()).run(transaction, millis);
        }
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.toString()).isEqualTo(state));
    }

    private void assertNothingWritten() throws SQLException {
        assertState(connection::commit, "25P02");
        connection.rollback();
        assertThat(statement.execute("{call Balance(1)}")).isTrue();
        connection.commit();
        assertThat(Bank.journal(server.engine, 1)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{call Nap(300)}", "{call ReadingNap(300)}", "{? = call Nap(300)}"})
    void aCallBeyondItsTimeIsToldSo(String call) throws SQLException {
        statement.execute("{call Write(1, 1, 'x')}");
        assertThatThrownBy(() -> {
            try (PreparedStatement late = connection.prepareCall(call)) {
                late.execute();
            }
        }).isInstanceOf(SQLTimeoutException.class).hasMessageContaining("did not end within " + LIMIT_MILLIS + " ms")
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("HYT00"));
        assertState(() -> statement.execute("{call Balance(1)}"), "25P02");
        assertNothingWritten();
    }

    @Test
    void theFirstCallOfATransactionIsToldSoToo() throws SQLException {
        assertState(() -> statement.execute("{call Nap(300)}"), "HYT00");
        assertNothingWritten();
    }

    @Test
    void aBatchIsToldSoToo() throws SQLException {
        statement.addBatch("{call Write(1, 1, 'x')}");
        statement.addBatch("{call Nap(300)}");
        statement.addBatch("{call Write(1, 2, 'x')}");
        assertThatThrownBy(statement::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class,
            e -> assertThat(e.getSQLState()).isEqualTo("HYT00"));
        assertNothingWritten();
    }

    /** The limit is that of each call, and not of the transaction. */
    @Test
    void callsInTimeAreNotEndedByTheirLimitsAfterwards() throws Exception {
        statement.execute("{call Write(1, 1, 'x')}");
        Thread.sleep(2 * LIMIT_MILLIS);
        statement.execute("{call Write(1, 2, 'x')}");
        Thread.sleep(2 * LIMIT_MILLIS);
        connection.commit();
        assertThat(Bank.journal(server.engine, 1)).isEqualTo(2);
    }

    @Test
    void aCallThatIsCancelledIsToldSo() throws Exception {
        try (Connection patient = server.connect(); Statement call = patient.createStatement()) {
            patient.setAutoCommit(false);
            call.execute("{call Write(1, 1, 'x')}");
            final CompletableFuture<Boolean> nap = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    nap.complete(call.execute("{call Nap(300)}"));
                } catch (SQLException e) {
                    nap.completeExceptionally(e);
                }
            });
            TestServer.await(() -> napping.get() == 1);
            call.cancel();
            assertState(() -> {
                try {
                    nap.get();
                } catch (java.util.concurrent.ExecutionException e) {
                    throw e.getCause();
                }
            }, "57014");
            assertState(patient::commit, "25P02");
            patient.rollback();
        }
        assertThat(Bank.journal(server.engine, 1)).isZero();
    }
}
