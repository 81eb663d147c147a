package io.baton.lab.server.sql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/** Procedures of other databases: how they are named and created, and how they give up. */
public final class SqlProcedures {

    /** The SQLSTATE of procedures that give up. */
    public static final String GAVE_UP = "45000";

    private SqlProcedures() {
    }

    /**
     * Names a procedure in SQL.
     *
     * @param procedure its name in Baton
     * @return in small letters, with an underscore before what was a capital
     */
    public static String sqlName(String procedure) {
        return procedure.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    /** Makes public static methods of a class known to H2. */
    static void createInH2(Connection connection, Class<?> methods, List<String> names) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (final String name : names) {
                statement.execute("CREATE ALIAS " + sqlName(name) + " FOR \"" + methods.getName() + "." + name + "\"");
            }
        }
    }

    /** Gathers what PostgreSQL's planner wants to know of rows, and creates the functions in a file of this package. */
    static void createInPostgres(Connection connection, String file) throws SQLException, IOException {
        try (Statement statement = connection.createStatement();
            InputStream script = SqlProcedures.class.getResourceAsStream(file)) {
            if (script == null) {
                throw new IOException(file + " is not on the class path");
            }
            statement.execute("VACUUM ANALYZE");
            statement.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
