package io.baton.lab.load;

import java.util.random.RandomGenerator;

/**
 * Draws indices whose popularity follows Zipf's law: index i, from 0, is drawn with a probability proportional to
 * 1 / (i + 1)^theta. Neighbours in popularity are neighbours in index, as in ShiftLock's own benchmark; nothing is
 * scrambled.
 *
 * <p>The distribution is exact up to the rounding of doubles: rejection-inversion (W. Hörmann, G. Derflinger,
 * "Rejection-inversion to generate variates from monotone discrete distributions", ACM TOMACS 6(3), 1996). It needs no
 * tables, however many indices there are. Immutable and thread-safe.
 */
public final class ZipfSampler {

    /** Below this the functions of the method divide nearly zero by nearly zero; two terms of the series are exact. */
    private static final double NEARLY_ZERO = 1e-8;

    private final int count;
    private final double theta;
    private final double areaOfAll;
    private final double areaSpan;
    private final double acceptAtOnce;

    /**
     * Prepares a distribution.
     *
     * @param count how many indices there are, 1 or more
     * @param theta how skewed they are, 0 (all alike) or more; the papers' "Zipfian-0.99" is 0.99
     * @throws IllegalArgumentException if one of them is out of range
     */
    public ZipfSampler(int count, double theta) {
        if (count < 1) {
            throw new IllegalArgumentException("cannot draw from " + count + " locks; give 1 or more");
        }
        if (!(theta >= 0) || Double.isInfinite(theta)) {
            throw new IllegalArgumentException("a skew of " + theta + " has no meaning; give 0 (uniform) or more");
        }
        this.count = count;
        this.theta = theta;
        areaOfAll = area(count + 0.5);
        areaSpan = areaOfAll - (area(1.5) - 1);
        acceptAtOnce = 2 - rankOfArea(area(2.5) - density(2));
    }

    /**
     * Draws an index.
     *
     * @param random where randomness comes from
     * @return 0 (the most popular) to count − 1
     */
    public int next(RandomGenerator random) {
        if (theta == 0) {
            return random.nextInt(count);
        }
        while (true) {
            final double area = areaOfAll - random.nextDouble() * areaSpan;
            final double x = rankOfArea(area);
            final int rank = (int) Math.clamp(Math.round(x), 1L, count);
            if (rank - x <= acceptAtOnce || area >= area(rank + 0.5) - density(rank)) {
                return rank - 1;
            }
        }
    }

    /** {@return the number of indices, 1 or more} */
    public int count() {
        return count;
    }

    /** {@return the skew, 0 or more} */
    public double theta() {
        return theta;
    }

    /** The hat function, 1 / x^theta. */
    private double density(double x) {
        return Math.exp(-theta * Math.log(x));
    }

    /** The hat's integral from 1 to x, negative below 1. For theta = 1 it is the logarithm. */
    private double area(double x) {
        final double log = Math.log(x);
        final double t = (1 - theta) * log;
        return log * (Math.abs(t) > NEARLY_ZERO ? Math.expm1(t) / t : 1 + t / 2);
    }

    /** The inverse of {@link #area}. */
    private double rankOfArea(double area) {
        final double t = Math.max(-1, (1 - theta) * area);
        return Math.exp(area * (Math.abs(t) > NEARLY_ZERO ? Math.log1p(t) / t : 1 - t / 2));
    }
}
