package io.baton.storage.column;

import java.math.BigInteger;
import java.time.Instant;

/**
 * A column that holds a moment: microseconds since 1970-01-01T00:00:00Z as a signed integer of eight bytes,
 * little-endian. That spans about 290,000 years to both sides.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record TimestampColumn(String table, String name, int offset, int presence) implements Column {

    private static final int MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1000;

    /** Returns the microseconds from 1970-01-01T00:00:00Z to a moment, rounded towards the past. */
    public static BigInteger floor(Instant moment) {
        return BigInteger.valueOf(moment.getEpochSecond()).multiply(BigInteger.valueOf(MICROS_PER_SECOND))
            .add(BigInteger.valueOf(moment.getNano() / NANOS_PER_MICRO));
    }

    @Override
    public int width() {
        return 8;
    }

    /** Returns this column as part of a key or index. */
    public KeyPart part() {
        return new KeyPart(this, Long.SIZE, true);
    }
}
