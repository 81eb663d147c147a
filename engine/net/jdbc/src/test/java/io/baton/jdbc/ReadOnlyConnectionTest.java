package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that is set to read only calls nothing that may write. */
@Timeout(30)
class ReadOnlyConnectionTest {

    private TestServer server;
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void start() throws SQLException {
        server = new TestServer();
        connection = server.connect();
        statement = connection.createStatement();
        connection.setReadOnly(true);
    }

    @AfterEach
    void stop() throws SQLException {
        connection.close();
        assertThat(Bank.total(server.engine)).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
        server.close();
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.toString()).isEqualTo(state));
    }

    @Test
    void proceduresThatReadAndQueriesRun() throws SQLException {
        assertThat(connection.isReadOnly()).isTrue();
        assertThat(statement.execute("{call Balance(1)}")).isTrue();
        assertThat(statement.execute("SELECT * FROM account WHERE id = 1")).isTrue();
        try (ResultSet tables = connection.getMetaData().getTables(null, null, null, null)) {
            assertThat(tables.next()).isTrue();
        }
    }

    @Test
    void whatMayWriteIsRefusedWithItsNameAndWhatToDo() {
        assertState(() -> statement.execute("{call Transfer(1, 2, 5)}"), "25006");
        assertThatThrownBy(() -> statement.execute("{call Transfer(1, 2, 5)}"))
            .hasMessageContaining("procedure Transfer is not declared @ReadOnly");
        assertThatThrownBy(() -> {
            statement.addBatch("{call Transfer(1, 2, 5)}");
            statement.executeBatch();
        }).isInstanceOfSatisfying(BatchUpdateException.class,
            e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    }

    @Test
    void aRefusalEndsNoTransactionAndTheModeDoesNotChangeWithinOne() throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("{call Balance(1)}");
        assertState(() -> statement.execute("{call Transfer(1, 2, 5)}"), "25006");
        assertState(() -> connection.setReadOnly(false), "25001");
        statement.execute("{call Balance(2)}");
        connection.commit();
        connection.setReadOnly(false);
        statement.execute("{call Transfer(1, 2, 5)}");
        connection.rollback();
    }

    @Test
    void whatPromisesToReadAndWritesIsRefusedEverywhere() throws SQLException {
        assertState(() -> statement.execute("{call Liar(1)}"), "25006");
        connection.setReadOnly(false);
        assertState(() -> statement.execute("{call Liar(1)}"), "25006");
        connection.setAutoCommit(false);
        statement.execute("{call Transfer(1, 2, 5)}");
        assertState(() -> statement.execute("{call Liar(3)}"), "25006");
        assertState(() -> statement.execute("{call Balance(3)}"), "25P02");
        connection.rollback();
    }

    @Test
    void anotherProcedureOfTheSameNameIsSeenForWhatItIs() throws SQLException {
        statement.execute("{call Balance(1)}");
        server.engine.unregister(server.engine.procedure("Balance"));
        server.engine.register("Balance", new Bank.Hold(server.bank.holding), Long.class);
        assertThatThrownBy(() -> statement.execute("{call Balance(1)}")).isInstanceOf(SQLException.class);
        assertState(() -> statement.execute("{call Balance(1, 1)}"), "25006");
    }

    @Test
    void metadataTellsWhatOnlyReads() throws SQLException {
        try (ResultSet procedures = connection.getMetaData().getProcedures(null, null, "%")) {
            while (procedures.next()) {
                final String name = procedures.getString("PROCEDURE_NAME");
                assertThat(procedures.getString("REMARKS").endsWith(", reads only")).as(name)
                    .isEqualTo(name.equals("Balance") || name.equals("Liar"));
            }
        }
    }

    @Test
    void whatOnlyReadsIsExplainedAndRunWhatWritesIsExplainedOnly() throws SQLException {
        assertThat(statement.execute("EXPLAIN {call Transfer(1, 2, 5)}")).isTrue();
        assertThat(statement.execute("EXPLAIN ANALYZE {call Balance(1)}")).isTrue();
        assertState(() -> statement.execute("EXPLAIN ANALYZE {call Transfer(1, 2, 5)}"), "25006");
    }
}
