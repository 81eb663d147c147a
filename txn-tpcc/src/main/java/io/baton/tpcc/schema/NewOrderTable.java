package io.baton.tpcc.schema;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.Objects;

/** NEW-ORDER: the orders that are not delivered yet. */
public final class NewOrderTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("new_order");

    public static final LongColumn ORDER = SCHEMA.int32("no_o_id");
    public static final LongColumn WAREHOUSE = SCHEMA.int16("no_w_id");
    public static final LongColumn DISTRICT = SCHEMA.int8("no_d_id");

    public static final TableSchema TABLE = SCHEMA
        .primaryKey(WAREHOUSE.bits(16), DISTRICT.bits(8), ORDER.bits(32)).ordered(2).lockColumns(2).build();
    public static final IndexSchema PRIMARY = Objects.requireNonNull(TABLE.primaryIndex());

    private NewOrderTable() {
    }

    public static long key(long warehouse, long district, long order) {
        return TABLE.key(warehouse, district, order);
    }
}
