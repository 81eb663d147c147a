package io.baton.tpcc.schema;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** ITEM, by number. No transaction changes it, so its rows need no locks. */
public final class ItemTable {

    /** The word that marks brand goods in the data of items and stock (clause 2.4.2.2). */
    public static final String ORIGINAL = "ORIGINAL";
    public static final int NAME_BYTES_MAX = 24;
    public static final int DATA_BYTES_MAX = 50;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("item");

    public static final LongColumn PRICE = SCHEMA.decimal("i_price", 2);
    public static final LongColumn ID = SCHEMA.int32("i_id");
    public static final LongColumn IMAGE = SCHEMA.int32("i_im_id");
    public static final StringColumn NAME = SCHEMA.string("i_name", NAME_BYTES_MAX);
    public static final StringColumn DATA = SCHEMA.string("i_data", DATA_BYTES_MAX);

    public static final TableSchema TABLE = SCHEMA.primaryKey(ID.bits(24)).readOnly().build();

    private ItemTable() {
    }

    public static long key(long item) {
        return TABLE.key(item);
    }
}
