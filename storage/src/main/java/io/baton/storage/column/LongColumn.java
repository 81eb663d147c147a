package io.baton.storage.column;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A column that holds an integer of 1, 2, 4 or 8 bytes, little-endian, or a decimal as a scaled 8-byte integer.
 *
 * @param table the table's name, the same instance as {@code TableSchema.name()}
 * @param name the column's name
 * @param offset bytes from the start of the row image
 * @param width bytes taken: 1, 2, 4 or 8
 * @param scale decimal digits after the point; 0 for integers
 * @param presence the bit that says whether there is a value, -1 if always
 */
public record LongColumn(String table, String name, int offset, int width, int scale, int presence)
    implements Column {
    /** Digits that the largest integer of eight bytes has. */
    private static final int INTEGER_DIGITS = 19;
    /** Digits that a decimal has at most: all numbers of so many digits fit. */
    private static final int DECIMAL_DIGITS = 18;
    private static final long DECIMAL_MAX = 999_999_999_999_999_999L;

    /**
     * Returns this column as part of a key or index.
     *
     * @param bits bits the values take, 1 to 8 times the width. Values of a part with fewer than 64 bits range from
     *     0 to 2^bits - 1; with 64 bits all values are allowed and ordered as signed
     * @throws IllegalArgumentException if {@code bits} is out of range
     */
    public KeyPart bits(int bits) {
        return new KeyPart(this, bits, false);
    }

    /**
     * Returns this column as part of a key or index, negative integers included and ordered before the others.
     *
     * @param bits bits the values take, 1 to 8 times the width: they range from -2^(bits - 1) to 2^(bits - 1) - 1
     * @throws IllegalArgumentException if {@code bits} is out of range
     */
    public KeyPart signed(int bits) {
        return new KeyPart(this, bits, true);
    }

    /** Returns the smallest value that can be stored; of decimals, in units of 10^-scale. */
    public long min() {
        return scale > 0 ? -DECIMAL_MAX : -1L << (8 * width - 1);
    }

    /** Returns the largest value that can be stored; of decimals, in units of 10^-scale. */
    public long max() {
        return scale > 0 ? DECIMAL_MAX : ~min();
    }

    /**
     * Returns the integer that stands for a value: the value in units of 10^-scale.
     *
     * @throws ArithmeticException if the column cannot hold exactly this value; the message says why
     */
    public long unscaled(BigDecimal value) {
        BigInteger unscaled = Decimals.unscaled(value, scale > 0 ? DECIMAL_DIGITS : INTEGER_DIGITS, scale);
        long truncated = unscaled.longValue();
        if (unscaled.bitLength() > 63 || truncated < min() || truncated > max()) {
            throw new ArithmeticException(
                "is outside %s..%s".formatted(BigDecimal.valueOf(min(), scale), BigDecimal.valueOf(max(), scale)));
        }
        return truncated;
    }

    /**
     * Returns a value in units of 10^-scale, rounded down. A value that has more digits before the point than the
     * column comes out as some number that is outside of it on the same side. Rows of earlier versions may have
     * decimals of 19 digits, which compare as what they are.
     */
    public BigInteger floor(BigDecimal value) {
        return Decimals.floor(value, INTEGER_DIGITS, scale);
    }

}
