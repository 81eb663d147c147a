package io.baton.tatp;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** ACCESS_INFO, by subscriber and type. */
final class AccessInfoTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("access_info");

    static final LongColumn SUBSCRIBER = SCHEMA.int32("s_id");
    static final LongColumn TYPE = SCHEMA.int8("ai_type");
    static final LongColumn DATA1 = SCHEMA.int16("data1");
    static final LongColumn DATA2 = SCHEMA.int16("data2");
    static final StringColumn DATA3 = SCHEMA.string("data3", AccessData.DATA3_BYTES);
    static final StringColumn DATA4 = SCHEMA.string("data4", AccessData.DATA4_BYTES);

    static final TableSchema TABLE = SCHEMA.primaryKey(SUBSCRIBER.bits(SubscriberKeys.BITS), TYPE.bits(3)).build();

    private AccessInfoTable() {
    }

    static long key(long subscriber, long type) {
        return TABLE.key(subscriber, type);
    }
}
