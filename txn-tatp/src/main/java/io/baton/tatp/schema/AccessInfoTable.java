package io.baton.tatp.schema;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** ACCESS_INFO, by subscriber and type. */
public final class AccessInfoTable {

    /** How long the texts are. */
    public static final int DATA3_BYTES = 3;
    /** How long the texts are. */
    public static final int DATA4_BYTES = 5;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("access_info");

    public static final LongColumn SUBSCRIBER = SCHEMA.int32("s_id");
    public static final LongColumn TYPE = SCHEMA.int8("ai_type");
    public static final LongColumn DATA1 = SCHEMA.int16("data1");
    public static final LongColumn DATA2 = SCHEMA.int16("data2");
    public static final StringColumn DATA3 = SCHEMA.string("data3", DATA3_BYTES);
    public static final StringColumn DATA4 = SCHEMA.string("data4", DATA4_BYTES);

    public static final TableSchema TABLE =
        SCHEMA.primaryKey(SUBSCRIBER.bits(SubscriberTable.ID_BITS), TYPE.bits(3)).build();

    private AccessInfoTable() {
    }

    public static long key(long subscriber, long type) {
        return TABLE.key(subscriber, type);
    }
}
