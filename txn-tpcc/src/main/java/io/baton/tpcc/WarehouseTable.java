package io.baton.tpcc;

import io.baton.storage.LongColumn;
import io.baton.storage.StringColumn;
import io.baton.storage.TableSchema;

/** WAREHOUSE, by number. */
final class WarehouseTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("warehouse");

    static final LongColumn YTD = SCHEMA.decimal("w_ytd", 2);
    static final LongColumn TAX = SCHEMA.decimal("w_tax", 4);
    static final LongColumn ID = SCHEMA.int16("w_id");
    static final StringColumn NAME = SCHEMA.string("w_name", 10);
    static final StringColumn STREET_1 = SCHEMA.string("w_street_1", 20);
    static final StringColumn STREET_2 = SCHEMA.string("w_street_2", 20);
    static final StringColumn CITY = SCHEMA.string("w_city", 20);
    static final StringColumn STATE = SCHEMA.string("w_state", 2);
    static final StringColumn ZIP = SCHEMA.string("w_zip", 9);

    static final TableSchema TABLE = SCHEMA.primaryKey(ID.bits(16)).build();

    private WarehouseTable() {
    }

    static long key(long warehouse) {
        return TABLE.key(warehouse);
    }
}
