package io.baton.tpcc.schema;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** STOCK, by warehouse and item. */
public final class StockTable {

    public static final int DATA_BYTES_MAX = 50;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("stock");

    // Columns that a new order changes stand together at the front.
    public static final LongColumn YTD = SCHEMA.int32("s_ytd");
    public static final LongColumn ORDER_COUNT = SCHEMA.int32("s_order_cnt");
    public static final LongColumn REMOTE_COUNT = SCHEMA.int32("s_remote_cnt");
    public static final LongColumn QUANTITY = SCHEMA.int16("s_quantity");
    public static final LongColumn WAREHOUSE = SCHEMA.int16("s_w_id");
    public static final LongColumn ITEM = SCHEMA.int32("s_i_id");
    private static final StringColumn[] DISTRICT_INFO = districtInfo();
    public static final StringColumn DATA = SCHEMA.string("s_data", DATA_BYTES_MAX);

    public static final TableSchema TABLE = SCHEMA.primaryKey(WAREHOUSE.bits(16), ITEM.bits(24)).build();

    private StockTable() {
    }

    public static long key(long warehouse, long item) {
        return TABLE.key(warehouse, item);
    }

    /** Returns S_DIST_xx of a district, 1 to 10. */
    public static StringColumn districtInfo(long district) {
        return DISTRICT_INFO[(int) district - 1];
    }

    private static StringColumn[] districtInfo() {
        final StringColumn[] columns = new StringColumn[Scale.DISTRICTS];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = SCHEMA.string("s_dist_" + (i < 9 ? "0" : "") + (i + 1), 24);
        }
        return columns;
    }
}
