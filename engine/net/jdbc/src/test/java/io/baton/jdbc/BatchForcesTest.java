package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.DataDirectory;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of a batch share the disk's forces, though with auto-commit each is a transaction of its own. */
@Timeout(60)
class BatchForcesTest {

    private static final int CALLS = 1_000;

    private TestServer server;
    private Connection connection;

    @BeforeEach
    void open(@TempDir Path directory) throws SQLException {
        server = new TestServer(0, options -> options,
            builder -> builder.data(new DataDirectory(directory).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN)));
        connection = server.connect();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        server.close();
    }

    private long forces() {
        return server.engine.store().orElseThrow().log().forces();
    }

    private String balance(int account) throws SQLException {
        try (Statement statement = connection.createStatement();
            ResultSet row = statement.executeQuery("SELECT balance FROM account WHERE id = " + account)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void manyCallsShareAForce() throws SQLException {
        try (PreparedStatement transfer = connection.prepareStatement("{call Transfer(?, ?, ?)}")) {
            for (int i = 0; i < CALLS; i++) {
                transfer.setLong(1, 1);
                transfer.setLong(2, 2);
                transfer.setLong(3, 1);
                transfer.addBatch();
            }
            final long before = forces();
            assertThat(transfer.executeBatch()).hasSize(CALLS).containsOnly(Statement.SUCCESS_NO_INFO);
            // A force for each was a force for each; how many share one depends on the disk.
            assertThat(forces() - before).isBetween(1L, CALLS / 4L);
        }
        assertThat(balance(1)).isEqualTo("990.00");
        assertThat(balance(2)).isEqualTo("1010.00");
    }

    /** Each sees what those before it have written, also while that is not on disk. */
    @Test
    void oneThatFailsStandsWhereItWasAndTheRestGoesOn() throws SQLException {
        try (Statement batch = connection.createStatement()) {
            batch.addBatch("{call Write(7, 1, 'a')}");
            batch.addBatch("{call Balance(7)}");
            batch.addBatch("{call Write(7, 1, 'again')}");
            batch.addBatch("{call Fail('no')}");
            batch.addBatch("{call Write(7, 2, 'b')}");
            assertThatThrownBy(batch::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class, e -> {
                assertThat(e.getUpdateCounts()).containsExactly(Statement.SUCCESS_NO_INFO, Statement.SUCCESS_NO_INFO,
                    Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED, Statement.SUCCESS_NO_INFO);
                assertThat(e.getSQLState()).isEqualTo("23505");
            });
        }
        assertThat(Bank.journal(server.engine, 7)).isEqualTo(2);
    }
}
