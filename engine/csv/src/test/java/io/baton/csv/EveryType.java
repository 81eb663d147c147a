package io.baton.csv;

import io.baton.engine.Engine;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table with columns of every type. */
final class EveryType {

    private static final TableSchema.Builder BUILDER = TableSchema.named("every");
    static final LongColumn ID = BUILDER.int64("id");
    static final LongColumn TINY = BUILDER.nullable().int8("tiny");
    static final LongColumn PRICE = BUILDER.nullable().decimal("price", 2);
    static final DecimalColumn HUGE = BUILDER.nullable().decimal("huge", 38, 10);
    static final BooleanColumn FLAG = BUILDER.nullable().bool("flag");
    static final DoubleColumn REAL = BUILDER.nullable().float64("real");
    static final TimestampColumn MOMENT = BUILDER.nullable().timestamp("moment");
    static final DateColumn DAY = BUILDER.nullable().date("day");
    static final UuidColumn UUID = BUILDER.nullable().uuid("uuid");
    static final StringColumn TEXT = BUILDER.nullable().string("text", 200);
    static final BytesColumn BYTES = BUILDER.nullable().bytes("bytes", 20);
    static final StringColumn NAME = BUILDER.string("name", 40);
    static final TableSchema TABLE = BUILDER.primaryKey(ID.bits(64)).build();

    private EveryType() {
    }

    static Engine open() {
        return Engine.builder().table(TABLE, 1000).open();
    }

    /** All values of all rows, by key; arrays as lists, so that they can be compared. */
    static Map<Long, List<Object>> rows(Engine engine, TableSchema table) {
        final Map<Long, List<Object>> rows = new TreeMap<>();
        TableReader.forEachRow(engine, table, row -> {
            final Object[] values = new Object[table.columns().size()];
            for (int i = 0; i < values.length; i++) {
                final Column column = table.columns().get(i);
                final Object value = row.value(column);
                values[i] = switch (value) {
                    case null -> "NULL, which no value is spelt like: " + column.nullable();
                    case byte[] bytes -> Arrays.toString(bytes);
                    default -> value;
                };
            }
            rows.put(table.keyOf(row), List.of(values));
        });
        return rows;
    }
}
