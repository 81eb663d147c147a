package io.baton.storage.column;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Decimals as integers in units of 10^-scale. However large or small a decimal is, this takes little memory. */
final class Decimals {
    private Decimals() {
    }

    /**
     * Returns the value in units of 10^-scale.
     *
     * @throws ArithmeticException if it has more digits than that, before or after the point
     */
    static BigInteger unscaled(BigDecimal value, int digits, int scale) {
        if (integerDigits(value) > digits - scale) {
            throw new ArithmeticException("has more than %d digits before the point".formatted(digits - scale));
        }
        BigDecimal rounded = rounded(value, scale, RoundingMode.DOWN);
        if (rounded.compareTo(value) != 0) {
            throw new ArithmeticException(
                "has more than %d digits after the point; round it first".formatted(scale));
        }
        return rounded.unscaledValue();
    }

    /** Returns the value in units of 10^-scale, rounded down, or some number outside the digits on the same side. */
    static BigInteger floor(BigDecimal value, int digits, int scale) {
        if (integerDigits(value) > digits - scale) {
            BigInteger outside = BigInteger.TEN.pow(digits + 1);
            return value.signum() < 0 ? outside.negate() : outside;
        }
        return rounded(value, scale, RoundingMode.FLOOR).unscaledValue();
    }

    /** Returns how many digits the value has before its point; 0 or less if it is between -1 and 1. */
    static long integerDigits(BigDecimal value) {
        return value.signum() == 0 ? 0 : (long) value.precision() - value.scale();
    }

    /** Rounds a value that has not too many digits before the point. */
    static BigDecimal rounded(BigDecimal value, int scale, RoundingMode mode) {
        if (value.signum() == 0) {
            return BigDecimal.ZERO.setScale(scale);
        }
        if ((long) value.scale() - scale > value.precision()) {
            // Less than a tenth of a unit: any such value of the same sign rounds alike.
            return BigDecimal.valueOf(value.signum(), scale + 2).setScale(scale, mode);
        }
        return value.setScale(scale, mode);
    }

    static BigDecimal scaled(long low, long high, int scale) {
        if (high == low >> 63) {
            return BigDecimal.valueOf(low, scale);
        }
        byte[] bytes = new byte[16];
        for (int i = 0; i < 8; i++) {
            bytes[7 - i] = (byte) (high >>> (8 * i));
            bytes[15 - i] = (byte) (low >>> (8 * i));
        }
        return new BigDecimal(new BigInteger(bytes), scale);
    }
}
