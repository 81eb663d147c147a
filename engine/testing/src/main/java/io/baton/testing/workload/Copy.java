package io.baton.testing.workload;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.TableReader;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.util.function.Predicate;

/** Fills an engine with the rows of another, as a store would bring them back. */
final class Copy {

    private Copy() {
    }

    static void rows(Engine from, Engine to, Predicate<TableSchema> copied) {
        try (Loader loader = to.loader()) {
            TableReader.tables(from).stream().filter(copied)
                .forEach(table -> TableReader.forEachRow(from, table, row -> loader.insert(copy(loader, row))));
        }
    }

    private static Row copy(Loader loader, Row row) {
        final TableSchema table = row.schema();
        final Row copy = loader.row(table, table.keyOf(row));
        for (final Column column : table.columns()) {
            copy.setValue(column, row.value(column));
        }
        return copy;
    }
}
