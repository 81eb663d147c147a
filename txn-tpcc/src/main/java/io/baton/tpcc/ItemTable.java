package io.baton.tpcc;

import io.baton.storage.LongColumn;
import io.baton.storage.StringColumn;
import io.baton.storage.TableSchema;

/** ITEM, by number. No transaction changes it, so its rows need no locks. */
final class ItemTable {

    static final int NAME_BYTES_MAX = 24;
    static final int DATA_BYTES_MAX = 50;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("item");

    static final LongColumn PRICE = SCHEMA.decimal("i_price", 2);
    static final LongColumn ID = SCHEMA.int32("i_id");
    static final LongColumn IMAGE = SCHEMA.int32("i_im_id");
    static final StringColumn NAME = SCHEMA.string("i_name", NAME_BYTES_MAX);
    static final StringColumn DATA = SCHEMA.string("i_data", DATA_BYTES_MAX);

    static final TableSchema TABLE = SCHEMA.primaryKey(ID.bits(24)).readOnly().build();

    private ItemTable() {
    }

    static long key(long item) {
        return TABLE.key(item);
    }
}
