package io.baton.tpcc.schema;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** DISTRICT, by warehouse and number. */
public final class DistrictTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("district");

    public static final LongColumn YTD = SCHEMA.decimal("d_ytd", 2);
    public static final LongColumn TAX = SCHEMA.decimal("d_tax", 4);
    public static final LongColumn NEXT_ORDER = SCHEMA.int32("d_next_o_id");
    public static final LongColumn WAREHOUSE = SCHEMA.int16("d_w_id");
    public static final LongColumn ID = SCHEMA.int8("d_id");
    public static final StringColumn NAME = SCHEMA.string("d_name", 10);
    public static final StringColumn STREET_1 = SCHEMA.string("d_street_1", 20);
    public static final StringColumn STREET_2 = SCHEMA.string("d_street_2", 20);
    public static final StringColumn CITY = SCHEMA.string("d_city", 20);
    public static final StringColumn STATE = SCHEMA.string("d_state", 2);
    public static final StringColumn ZIP = SCHEMA.string("d_zip", 9);

    public static final TableSchema TABLE = SCHEMA.primaryKey(WAREHOUSE.bits(16), ID.bits(8)).build();

    private DistrictTable() {
    }

    public static long key(long warehouse, long district) {
        return TABLE.key(warehouse, district);
    }
}
