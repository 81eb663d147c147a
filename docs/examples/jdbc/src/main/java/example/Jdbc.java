package example;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/** Calls a procedure of a server, and reads a table, through JDBC. */
public final class Jdbc {

    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:baton://127.0.0.1:7432/");
            CallableStatement visit = connection.prepareCall("{? = call Visit(?)}");
            PreparedStatement page = connection.prepareStatement("SELECT * FROM page WHERE id = ?")) {
            visit.registerOutParameter(1, Types.BIGINT);
            visit.setLong(2, 10);
            visit.execute();
            System.out.println(visit.getLong(1));
            page.setLong(1, 10);
            try (ResultSet rows = page.executeQuery()) {
                while (rows.next()) System.out.println(rows.getLong("id") + ": " + rows.getLong("visits"));
            }
        }
    }
}
