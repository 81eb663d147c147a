package io.baton.tatp.schema;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** SPECIAL_FACILITY, by subscriber and type; locked by subscriber. */
public final class SpecialFacilityTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("special_facility");

    public static final LongColumn SUBSCRIBER = SCHEMA.int32("s_id");
    public static final LongColumn TYPE = SCHEMA.int8("sf_type");
    public static final LongColumn ACTIVE = SCHEMA.int8("is_active");
    public static final LongColumn ERROR_CONTROL = SCHEMA.int16("error_cntrl");
    public static final LongColumn DATA_A = SCHEMA.int16("data_a");
    public static final StringColumn DATA_B = SCHEMA.string("data_b", 5);

    public static final TableSchema TABLE =
        SCHEMA.primaryKey(SUBSCRIBER.bits(SubscriberTable.ID_BITS), TYPE.bits(3)).lockColumns(1).build();

    private SpecialFacilityTable() {
    }

    public static long key(long subscriber, long type) {
        return TABLE.key(subscriber, type);
    }
}
