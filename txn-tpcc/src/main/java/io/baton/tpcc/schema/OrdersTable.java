package io.baton.tpcc.schema;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.Objects;

/** ORDER, by warehouse, district and number, or by customer. */
public final class OrdersTable {

    /** The carrier of an order that is not delivered yet. */
    public static final long NO_CARRIER = 0;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("orders");

    public static final LongColumn ENTRY_DATE = SCHEMA.int64("o_entry_d");
    public static final LongColumn ID = SCHEMA.int32("o_id");
    public static final LongColumn CUSTOMER = SCHEMA.int32("o_c_id");
    public static final LongColumn WAREHOUSE = SCHEMA.int16("o_w_id");
    public static final LongColumn DISTRICT = SCHEMA.int8("o_d_id");
    public static final LongColumn CARRIER = SCHEMA.int8("o_carrier_id");
    public static final LongColumn LINES = SCHEMA.int8("o_ol_cnt");
    public static final LongColumn ALL_LOCAL = SCHEMA.int8("o_all_local");

    public static final IndexSchema BY_CUSTOMER = SCHEMA
        .primaryKey(WAREHOUSE.bits(16), DISTRICT.bits(8), ID.bits(32)).ordered(2).lockColumns(2)
        .index("orders_by_customer", 3, WAREHOUSE.bits(16), DISTRICT.bits(8), CUSTOMER.bits(24), ID.bits(32));
    public static final TableSchema TABLE = SCHEMA.build();
    public static final IndexSchema PRIMARY = Objects.requireNonNull(TABLE.primaryIndex());

    private OrdersTable() {
    }

    public static long key(long warehouse, long district, long order) {
        return TABLE.key(warehouse, district, order);
    }
}
