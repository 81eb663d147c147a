package io.baton.tpcc.schema;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.Objects;

/**
 * HISTORY: payments, by the warehouse and district that took them. The specification gives it no primary key; here a
 * number that its writer makes unique completes one.
 */
public final class HistoryTable {

    public static final int DATA_BYTES_MAX = 24;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("history");

    public static final LongColumn ID = SCHEMA.int64("h_id");
    public static final LongColumn AMOUNT = SCHEMA.decimal("h_amount", 2);
    public static final LongColumn DATE = SCHEMA.int64("h_date");
    public static final LongColumn CUSTOMER = SCHEMA.int32("h_c_id");
    public static final LongColumn CUSTOMER_WAREHOUSE = SCHEMA.int16("h_c_w_id");
    public static final LongColumn WAREHOUSE = SCHEMA.int16("h_w_id");
    public static final LongColumn CUSTOMER_DISTRICT = SCHEMA.int8("h_c_d_id");
    public static final LongColumn DISTRICT = SCHEMA.int8("h_d_id");
    public static final StringColumn DATA = SCHEMA.string("h_data", DATA_BYTES_MAX);

    public static final TableSchema TABLE = SCHEMA
        .primaryKey(WAREHOUSE.bits(16), DISTRICT.bits(8), ID.bits(40)).ordered(2).lockColumns(2).build();
    public static final IndexSchema PRIMARY = Objects.requireNonNull(TABLE.primaryIndex());

    private HistoryTable() {
    }

    public static long key(long warehouse, long district, long id) {
        return TABLE.key(warehouse, district, id);
    }
}
