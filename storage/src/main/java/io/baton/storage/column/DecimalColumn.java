package io.baton.storage.column;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A column that holds a decimal of up to 38 digits, in units of 10^-scale, as a signed integer of 16 bytes,
 * little-endian. Decimals of up to 18 digits are cheaper in a {@link LongColumn} with a scale.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param precision digits in all, 1 to 38
 * @param scale digits after the point, 0 to {@code precision}
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record DecimalColumn(String table, String name, int offset, int precision, int scale, int presence)
    implements Column {

    @Override
    public int width() {
        return 16;
    }

    /**
     * Returns the integer that stands for a value: the value in units of 10^-scale.
     *
     * @throws ArithmeticException if the column cannot hold exactly this value; the message says why
     */
    public BigInteger unscaled(BigDecimal value) {
        return Decimals.unscaled(value, precision, scale);
    }

    /** Returns the value that the two halves of a scaled integer stand for. */
    public BigDecimal scaled(long low, long high) {
        return Decimals.scaled(low, high, scale);
    }

    /**
     * Returns a value in units of 10^-scale, rounded down. A value that has more digits before the point than the
     * column comes out as some number that is outside of it on the same side.
     */
    public BigInteger floor(BigDecimal value) {
        return Decimals.floor(value, precision, scale);
    }

    /** Returns this column as part of a wide primary key or an index. */
    public KeyPart part() {
        return new KeyPart(this, 2 * Long.SIZE, true);
    }
}
