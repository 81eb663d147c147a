package io.baton.tpcc.schema;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.Objects;

/** ORDER-LINE, by warehouse, district, order and number. */
public final class OrderLineTable {

    /** The delivery date of a line that is not delivered yet. */
    public static final long NOT_DELIVERED = 0;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("order_line");

    public static final LongColumn DELIVERY_DATE = SCHEMA.int64("ol_delivery_d");
    public static final LongColumn AMOUNT = SCHEMA.decimal("ol_amount", 2);
    public static final LongColumn ORDER = SCHEMA.int32("ol_o_id");
    public static final LongColumn ITEM = SCHEMA.int32("ol_i_id");
    public static final LongColumn WAREHOUSE = SCHEMA.int16("ol_w_id");
    public static final LongColumn SUPPLY_WAREHOUSE = SCHEMA.int16("ol_supply_w_id");
    public static final LongColumn DISTRICT = SCHEMA.int8("ol_d_id");
    public static final LongColumn NUMBER = SCHEMA.int8("ol_number");
    public static final LongColumn QUANTITY = SCHEMA.int8("ol_quantity");
    public static final StringColumn DISTRICT_INFO = SCHEMA.string("ol_dist_info", 24);

    public static final TableSchema TABLE = SCHEMA
        .primaryKey(WAREHOUSE.bits(16), DISTRICT.bits(8), ORDER.bits(32), NUMBER.bits(8))
        .ordered(2).lockColumns(2).build();
    public static final IndexSchema PRIMARY = Objects.requireNonNull(TABLE.primaryIndex());

    private OrderLineTable() {
    }

    public static long key(long warehouse, long district, long order, long number) {
        return TABLE.key(warehouse, district, order, number);
    }
}
