package io.baton.history;

import io.baton.storage.IndexSchema;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.util.Arrays;

/** The versions of a table's rows: of those that are there beside the rows, all others and of index prefixes here. */
final class TableVersions {

    final Table rows;
    final TableSchema schema;
    final boolean readOnly;
    /** Of rows that are not there. */
    final VersionCounters absent = new VersionCounters();
    /** Of the prefixes of each index. */
    final VersionCounters[] prefixes;
    final IndexSchema[] indexes;

    TableVersions(Table rows) {
        this.rows = rows;
        this.schema = rows.schema();
        this.readOnly = schema.readOnly();
        this.indexes = schema.indexes().toArray(IndexSchema[]::new);
        this.prefixes = new VersionCounters[indexes.length];
        Arrays.setAll(prefixes, i -> new VersionCounters());
    }

    /** The version of a row at an address, or absent. */
    int of(long key, long address) {
        return address == Table.ABSENT ? absent.get(key) : rows.version(address);
    }
}
