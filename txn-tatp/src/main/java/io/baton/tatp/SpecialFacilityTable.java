package io.baton.tatp;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** SPECIAL_FACILITY, by subscriber and type; locked by subscriber. */
final class SpecialFacilityTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("special_facility");

    static final LongColumn SUBSCRIBER = SCHEMA.int32("s_id");
    static final LongColumn TYPE = SCHEMA.int8("sf_type");
    static final LongColumn ACTIVE = SCHEMA.int8("is_active");
    static final LongColumn ERROR_CONTROL = SCHEMA.int16("error_cntrl");
    static final LongColumn DATA_A = SCHEMA.int16("data_a");
    static final StringColumn DATA_B = SCHEMA.string("data_b", 5);

    static final TableSchema TABLE =
        SCHEMA.primaryKey(SUBSCRIBER.bits(SubscriberKeys.BITS), TYPE.bits(3)).lockColumns(1).build();

    private SpecialFacilityTable() {
    }

    static long key(long subscriber, long type) {
        return TABLE.key(subscriber, type);
    }
}
