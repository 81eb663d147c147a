package io.baton.storage;

/**
 * A typed column of fixed place in a table's row image. Columns are made by {@link TableSchema.Builder} and belong
 * to that table only: {@link #table()} returns the very String instance that {@link TableSchema#name()} returns, so
 * a row recognises its own columns by comparing two references.
 */
public sealed interface Column permits LongColumn, StringColumn {

    /** Returns the name of the table. */
    String table();

    /** Returns the name of the column, unique within the table. */
    String name();

    /** Returns the distance in bytes from the start of the row image. */
    int offset();
}
