package io.baton.tpcc;

import io.baton.storage.IndexSchema;
import io.baton.storage.LongColumn;
import io.baton.storage.TableSchema;
import java.util.Objects;

/** NEW-ORDER: the orders that are not delivered yet. */
final class NewOrderTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("new_order");

    static final LongColumn ORDER = SCHEMA.int32("no_o_id");
    static final LongColumn WAREHOUSE = SCHEMA.int16("no_w_id");
    static final LongColumn DISTRICT = SCHEMA.int8("no_d_id");

    static final TableSchema TABLE = SCHEMA
        .primaryKey(WAREHOUSE.bits(16), DISTRICT.bits(8), ORDER.bits(32)).ordered(2).lockColumns(2).build();
    static final IndexSchema PRIMARY = Objects.requireNonNull(TABLE.primaryIndex());

    private NewOrderTable() {
    }

    static long key(long warehouse, long district, long order) {
        return TABLE.key(warehouse, district, order);
    }
}
