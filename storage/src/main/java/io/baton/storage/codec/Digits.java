package io.baton.storage.codec;

import java.math.BigInteger;
import java.util.stream.IntStream;

/** How many digits integers of 16 bytes have. */
final class Digits {
    private static final int MAX = 38;
    /** The low and high halves of 10^digits. */
    private static final long[] LOW = powers(0);
    private static final long[] HIGH = powers(Long.SIZE);

    private Digits() {
    }

    /** Returns whether an integer has at most so many digits, 1 to 38. */
    static boolean fit(long low, long high, int digits) {
        long magnitudeLow = high < 0 ? -low : low;
        long magnitudeHigh = high < 0 ? ~high + (low == 0 ? 1 : 0) : high;
        int order = Long.compareUnsigned(magnitudeHigh, HIGH[digits]);
        return order < 0 || (order == 0 && Long.compareUnsigned(magnitudeLow, LOW[digits]) < 0);
    }

    private static long[] powers(int shift) {
        return IntStream.rangeClosed(0, MAX).mapToObj(BigInteger.TEN::pow)
            .mapToLong(power -> power.shiftRight(shift).longValue()).toArray();
    }
}
