package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import schemacrawler.inclusionrule.IncludeAll;
import schemacrawler.schema.Catalog;
import schemacrawler.schema.Routine;
import schemacrawler.schema.Table;
import schemacrawler.schemacrawler.LimitOptionsBuilder;
import schemacrawler.schemacrawler.LoadOptionsBuilder;
import schemacrawler.schemacrawler.SchemaCrawlerOptionsBuilder;
import schemacrawler.schemacrawler.SchemaInfoLevelBuilder;
import schemacrawler.tools.utility.SchemaCrawlerUtility;
import sqlline.SqlLine;
import us.fatehi.utility.datasource.DatabaseConnectionSources;

/** Database browsers find what there is. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings({"try", "unchecked"}) // As those tools declare their methods.
class BrowsersToolsTest {

    private TestServer server;

    @BeforeAll
    void start() {
        server = new TestServer();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void sqllineListsAndCalls() throws Exception {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        final SqlLine shell = new SqlLine();
        shell.setOutputStream(print);
        shell.setErrorStream(print);
        shell.begin(new String[] {"-u", server.url(), "-d", BatonDriver.class.getName(), "-n", "", "-p", "",
            "--color=false", "--outputFormat=csv", "--incremental=true",
            "-e", "!tables", "-e", "!columns journal", "-e", "!procedures", "-e", "!metadata getTypeInfo",
            "-e", "!indexes account", "-e", "!primarykeys journal", "-e", "{call Statement(0, 2)};",
            "-e", "SELECT * FROM account WHERE id = 3;", "-e", "SELECT nothing;"},
            new ByteArrayInputStream(new byte[0]), false);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("'account'", "'number'", "'Transfer'", "'BIGINT'",
            "'by_owner'", "'owner1'", "'3','1000.00','owner3'", "42601");
    }

    @Test
    @SuppressWarnings("try") // Nobody interrupts.
    void schemaCrawlerFindsTablesKeysAndRoutines() throws Exception {
        final Catalog catalog;
        try (var source = DatabaseConnectionSources.fromDataSource(new BatonDataSource(server.url()))) {
            catalog = SchemaCrawlerUtility.getCatalog(source, SchemaCrawlerOptionsBuilder.newSchemaCrawlerOptions()
                .withLimitOptions(LimitOptionsBuilder.builder().includeRoutines(new IncludeAll()).toOptions())
                .withLoadOptions(LoadOptionsBuilder.builder()
                    .withSchemaInfoLevelBuilder(SchemaInfoLevelBuilder.builder()
                        .withInfoLevel(schemacrawler.schemacrawler.InfoLevel.standard))
                    .toOptions()));
        }
        assertThat(catalog.getTables()).extracting(Table::getName).containsExactlyInAnyOrder("account", "journal",
            "kinds");
        assertThat(catalog.getRoutines()).extracting(Routine::getName).contains("Transfer", "Balance");
        final Table account =
            catalog.getTables().stream().filter(table -> table.getName().equals("account")).findFirst().orElseThrow();
        assertThat(account.getColumns()).hasSize(3);
        assertThat(account.getIndexes()).hasSize(2);
    }

    @Test
    @Tag("slow")
    void hibernateCallsStoredProcedures() throws Exception {
        final var configuration = new org.hibernate.cfg.Configuration();
        configuration.setProperty("hibernate.connection.url", server.url());
        configuration.setProperty("hibernate.connection.driver_class", BatonDriver.class.getName());
        configuration.setProperty("hibernate.dialect", BatonDialect.class.getName());
        try (var sessions = configuration.buildSessionFactory(); var session = sessions.openSession()) {
            final var transaction = session.beginTransaction();
            final var deposit = session.createStoredProcedureCall("Deposit");
            deposit.registerStoredProcedureParameter(1, Long.class, jakarta.persistence.ParameterMode.IN);
            deposit.registerStoredProcedureParameter(2, java.math.BigDecimal.class,
                jakarta.persistence.ParameterMode.IN);
            deposit.registerStoredProcedureParameter(3, java.math.BigDecimal.class,
                jakarta.persistence.ParameterMode.OUT);
            deposit.registerStoredProcedureParameter(4, java.math.BigDecimal.class,
                jakarta.persistence.ParameterMode.OUT);
            deposit.registerStoredProcedureParameter(5, String.class, jakarta.persistence.ParameterMode.OUT);
            deposit.setParameter(1, 3L);
            deposit.setParameter(2, new java.math.BigDecimal("0.50"));
            assertThat(deposit.execute()).isFalse();
            assertThat(deposit.getOutputParameterValue(4)).isEqualTo(new java.math.BigDecimal("1000.50"));
            final var lines = session.createStoredProcedureCall("Statement");
            lines.registerStoredProcedureParameter(1, Long.class, jakarta.persistence.ParameterMode.IN);
            lines.registerStoredProcedureParameter(2, Integer.class, jakarta.persistence.ParameterMode.IN);
            lines.setParameter(1, 3L);
            lines.setParameter(2, 2);
            final List<?> found = lines.getResultList();
            assertThat(found).hasSize(2);
            transaction.rollback();
        }
        try (Connection connection = server.connect(); var statement = connection.createStatement();
            var row = statement.executeQuery("SELECT balance FROM account WHERE id = 3")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("1000.00");
        }
    }

    /** Hibernate wants one; nothing of SQL is written through it. */
    public static final class BatonDialect extends org.hibernate.dialect.Dialect {

        /** For Hibernate. */
        public BatonDialect() {
            super(org.hibernate.dialect.DatabaseVersion.make(0, 1));
        }
    }
}
