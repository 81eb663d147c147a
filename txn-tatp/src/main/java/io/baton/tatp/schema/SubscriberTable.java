package io.baton.tatp.schema;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** SUBSCRIBER, by s_id or by number. */
public final class SubscriberTable {

    /** Bits of a subscriber's id in keys. */
    public static final int ID_BITS = 31;
    /** A subscriber's number has so many decimal digits, which are its id padded with zeros. */
    public static final int NUMBER_DIGITS = 15;
    /** There are so many columns of each of the kinds bit, hex and byte2. */
    public static final int COLUMNS_OF_A_KIND = 10;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("subscriber");

    // Columns that transactions change stand together at the front; the number that the index is ordered by is apart.
    public static final LongColumn VLR_LOCATION = SCHEMA.int64("vlr_location");
    public static final LongColumn MSC_LOCATION = SCHEMA.int64("msc_location");
    public static final LongColumn ID = SCHEMA.int32("s_id");
    private static final LongColumn[] BIT = columns("bit_", 1);
    private static final LongColumn[] HEX = columns("hex_", 1);
    private static final LongColumn[] BYTE2 = columns("byte2_", 2);
    public static final StringColumn NUMBER = SCHEMA.string("sub_nbr", NUMBER_DIGITS);

    public static final LongColumn BIT_1 = bit(0);
    public static final IndexSchema BY_NUMBER =
        SCHEMA.primaryKey(ID.bits(ID_BITS)).index("subscriber_by_number", 1, NUMBER.part());
    public static final TableSchema TABLE = SCHEMA.build();

    private SubscriberTable() {
    }

    public static long key(long subscriber) {
        return TABLE.key(subscriber);
    }

    /** Returns bit_1 to bit_10, counted from 0. */
    public static LongColumn bit(int i) {
        return BIT[i];
    }

    /** Returns hex_1 to hex_10, counted from 0. */
    public static LongColumn hex(int i) {
        return HEX[i];
    }

    /** Returns byte2_1 to byte2_10, counted from 0. */
    public static LongColumn byte2(int i) {
        return BYTE2[i];
    }

    private static LongColumn[] columns(String name, int bytes) {
        final LongColumn[] columns = new LongColumn[COLUMNS_OF_A_KIND];
        for (int i = 0; i < columns.length; i++) {
            final String column = name + (i + 1);
            columns[i] = bytes == 1 ? SCHEMA.int8(column) : SCHEMA.int16(column);
        }
        return columns;
    }
}
