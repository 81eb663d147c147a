package io.baton.jdbc.metadata;

import io.baton.protocol.Description;
import java.sql.SQLException;
import java.util.List;

/** What a server says of itself. */
public interface ServerCatalog {

    /**
     * Lists the procedures.
     *
     * @return what each takes and returns, in the order of their names; those that cannot be called are left out
     * @throws SQLException if the server does not answer
     */
    List<Description> procedures() throws SQLException;

    /**
     * Lists the tables that the user may read.
     *
     * @return the tables, in the order of their names
     * @throws SQLException if the server does not answer
     */
    List<TableInfo> tables() throws SQLException;
}
