package io.baton.engine;

import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a checkpoint of a store has. Immutable.
 *
 * @param tables by their numbers
 * @param schemas theirs, with the indexes as they are by now
 */
record StoreContents(List<Table> tables, List<TableSchema> schemas) {

    static StoreContents of(List<Table> tables) {
        return new StoreContents(tables, tables.stream().map(Table::schema).toList());
    }

    StoreContents with(Table table) {
        return new StoreContents(Stream.concat(tables.stream(), Stream.of(table)).toList(),
            Stream.concat(schemas.stream(), Stream.of(table.schema())).toList());
    }

    StoreContents with(TableSchema changed) {
        return new StoreContents(tables,
            schemas.stream().map(schema -> schema.name().equals(changed.name()) ? changed : schema).toList());
    }
}
