package io.baton.tpcc;

import io.baton.storage.IndexSchema;
import io.baton.storage.LongColumn;
import io.baton.storage.TableSchema;
import java.util.Objects;

/** ORDER, by warehouse, district and number, or by customer. */
final class OrdersTable {

    /** The carrier of an order that is not delivered yet. */
    static final long NO_CARRIER = 0;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("orders");

    static final LongColumn ENTRY_DATE = SCHEMA.int64("o_entry_d");
    static final LongColumn ID = SCHEMA.int32("o_id");
    static final LongColumn CUSTOMER = SCHEMA.int32("o_c_id");
    static final LongColumn WAREHOUSE = SCHEMA.int16("o_w_id");
    static final LongColumn DISTRICT = SCHEMA.int8("o_d_id");
    static final LongColumn CARRIER = SCHEMA.int8("o_carrier_id");
    static final LongColumn LINES = SCHEMA.int8("o_ol_cnt");
    static final LongColumn ALL_LOCAL = SCHEMA.int8("o_all_local");

    static final IndexSchema BY_CUSTOMER = SCHEMA
        .primaryKey(WAREHOUSE.bits(16), DISTRICT.bits(8), ID.bits(32)).ordered(2).lockColumns(2)
        .index("orders_by_customer", 3, WAREHOUSE.bits(16), DISTRICT.bits(8), CUSTOMER.bits(24), ID.bits(32));
    static final TableSchema TABLE = SCHEMA.build();
    static final IndexSchema PRIMARY = Objects.requireNonNull(TABLE.primaryIndex());

    private OrdersTable() {
    }

    static long key(long warehouse, long district, long order) {
        return TABLE.key(warehouse, district, order);
    }
}
