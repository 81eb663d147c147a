package io.baton.tatp.schema;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** CALL_FORWARDING, by subscriber, facility and start; locked by subscriber and facility. */
public final class CallForwardingTable {

    /** Hours between two start times: 0, 8 and 16 o'clock. */
    public static final int START_STEP = 8;
    /** The last start time of a day. */
    public static final int LAST_START = 16;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("call_forwarding");

    public static final LongColumn SUBSCRIBER = SCHEMA.int32("s_id");
    public static final LongColumn FACILITY = SCHEMA.int8("sf_type");
    public static final LongColumn START = SCHEMA.int8("start_time");
    public static final LongColumn END = SCHEMA.int8("end_time");
    public static final StringColumn NUMBER = SCHEMA.string("numberx", SubscriberTable.NUMBER_DIGITS);

    public static final TableSchema TABLE = SCHEMA
        .primaryKey(SUBSCRIBER.bits(SubscriberTable.ID_BITS), FACILITY.bits(3), START.bits(5)).lockColumns(2).build();

    private CallForwardingTable() {
    }

    public static long key(long subscriber, long facility, long start) {
        return TABLE.key(subscriber, facility, start);
    }
}
