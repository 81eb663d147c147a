package io.baton.lab.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An axis: where values lie on the page, and which of them are written beside it. Immutable. */
final class Axis {

    private static final int TICKS = 5;
    /** With so many decades or fewer, twos and fives are written, too. */
    private static final double FEW_DECADES = 1.7;
    private static final int DECADES_MAX = 7;
    private static final double TOLERANCE = 1e-9;

    private final boolean logarithmic;
    private final double least;
    private final double most;
    private final double from;
    private final double to;

    private Axis(boolean logarithmic, double least, double most, double from, double to) {
        this.logarithmic = logarithmic;
        this.least = least;
        this.most = most;
        this.from = from;
        this.to = to;
    }

    /**
     * An axis from 0.
     *
     * @param most the greatest value; the axis ends at a round number beyond
     * @param from where it begins, in pixels
     * @param to where it ends
     */
    static Axis linear(double most, double from, double to) {
        final double step = step(most <= 0 ? 1 : most);
        final double end = step * Math.ceil((most <= 0 ? 1 : most) / step - TOLERANCE);
        return new Axis(false, 0, end, from, to);
    }

    /**
     * An axis from 0 that ends with the greatest value, round or not.
     *
     * @param most the greatest value
     * @param from where it begins, in pixels
     * @param to where it ends
     */
    static Axis until(double most, double from, double to) {
        return new Axis(false, 0, most <= 0 ? 1 : most, from, to);
    }

    /**
     * A logarithmic axis, from one, two or five times a power of ten to another.
     *
     * @param least the least value, above 0
     * @param most the greatest
     * @param from where it begins, in pixels
     * @param to where it ends
     */
    static Axis logarithmic(double least, double most, double from, double to) {
        final double begin = roundBelow(least);
        final double end = roundAbove(most);
        return new Axis(true, begin, end > begin ? end : begin * 10, from, to);
    }

    /** Where a value lies; at the beginning or end what is beyond. */
    double at(double value) {
        final double share = logarithmic
            ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
            : (value - least) / (most - least);
        return from + Math.clamp(share, 0, 1) * (to - from);
    }

    /** The values that are written. */
    List<Double> ticks() {
        final List<Double> ticks = new ArrayList<>();
        if (!logarithmic) {
            final double step = step(most);
            for (int i = 0; least + i * step <= most * (1 + TOLERANCE); i++) {
                ticks.add(least + i * step);
            }
            return ticks;
        }
        final double decades = Math.log10(most / least);
        final int stride = decades > DECADES_MAX ? 2 : 1;
        final int[] factors = decades < FEW_DECADES + TOLERANCE ? new int[] {1, 2, 5} : new int[] {1};
        for (int power = (int) Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power += stride) {
            for (final int factor : factors) {
                final double tick = factor * Math.pow(10, power);
                if (tick >= least * (1 - TOLERANCE) && tick <= most * (1 + TOLERANCE)) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    /** How a value is written. */
    static String label(double value) {
        final double size = Math.abs(value);
        if (size >= 1) {
            return size == Math.rint(size) ? String.format(Locale.ROOT, "%,d", Math.round(value))
                : withoutZeros(String.format(Locale.ROOT, "%.1f", value));
        }
        if (size == 0) {
            return "0";
        }
        return size < 1e-3 * (1 - TOLERANCE)
            ? withoutZeros(String.format(Locale.ROOT, "%.0e", value)).replace("e-0", "e-")
            : withoutZeros(String.format(Locale.ROOT, "%.3f", value));
    }

    private static String withoutZeros(String text) {
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }

    private static double step(double most) {
        final double rough = most / TICKS;
        final double power = Math.pow(10, Math.floor(Math.log10(rough)));
        final double share = rough / power;
        return power * (share <= 1 + TOLERANCE ? 1 : share <= 2 + TOLERANCE ? 2 : share <= 5 + TOLERANCE ? 5 : 10);
    }

    private static double roundBelow(double value) {
        final double power = Math.pow(10, Math.floor(Math.log10(value) + TOLERANCE));
        final double share = value / power * (1 + TOLERANCE);
        return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
    }

    private static double roundAbove(double value) {
        final double power = Math.pow(10, Math.floor(Math.log10(value) + TOLERANCE));
        final double share = value / power * (1 - TOLERANCE);
        return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
    }
}
