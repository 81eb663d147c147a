package io.baton.tpcc.schema;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** WAREHOUSE, by number. */
public final class WarehouseTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("warehouse");

    public static final LongColumn YTD = SCHEMA.decimal("w_ytd", 2);
    public static final LongColumn TAX = SCHEMA.decimal("w_tax", 4);
    public static final LongColumn ID = SCHEMA.int16("w_id");
    public static final StringColumn NAME = SCHEMA.string("w_name", 10);
    public static final StringColumn STREET_1 = SCHEMA.string("w_street_1", 20);
    public static final StringColumn STREET_2 = SCHEMA.string("w_street_2", 20);
    public static final StringColumn CITY = SCHEMA.string("w_city", 20);
    public static final StringColumn STATE = SCHEMA.string("w_state", 2);
    public static final StringColumn ZIP = SCHEMA.string("w_zip", 9);

    public static final TableSchema TABLE = SCHEMA.primaryKey(ID.bits(16)).build();

    private WarehouseTable() {
    }

    public static long key(long warehouse) {
        return TABLE.key(warehouse);
    }
}
