package io.baton.tatp;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** CALL_FORWARDING, by subscriber, facility and start; locked by subscriber and facility. */
final class CallForwardingTable {

    /** Hours between two start times: 0, 8 and 16 o'clock. */
    static final int START_STEP = 8;
    static final int LAST_START = 16;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("call_forwarding");

    static final LongColumn SUBSCRIBER = SCHEMA.int32("s_id");
    static final LongColumn FACILITY = SCHEMA.int8("sf_type");
    static final LongColumn START = SCHEMA.int8("start_time");
    static final LongColumn END = SCHEMA.int8("end_time");
    static final StringColumn NUMBER = SCHEMA.string("numberx", SubscriberNumber.DIGITS);

    static final TableSchema TABLE = SCHEMA
        .primaryKey(SUBSCRIBER.bits(SubscriberKeys.BITS), FACILITY.bits(3), START.bits(5)).lockColumns(2).build();

    private CallForwardingTable() {
    }

    static long key(long subscriber, long facility, long start) {
        return TABLE.key(subscriber, facility, start);
    }
}
