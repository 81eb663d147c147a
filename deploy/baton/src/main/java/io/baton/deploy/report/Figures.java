package io.baton.deploy.report;

import java.util.List;
import java.util.Locale;

/** Numbers as people read them, the same in every locale. */
public final class Figures {

    private static final double MICROS = 1e3;
    private static final double MILLIS = 1e6;
    private static final double SECONDS = 1e9;
    private static final double KIB = 1024;
    private static final List<String> BINARY_UNITS = List.of("KiB", "MiB", "GiB", "TiB");

    private Figures() {
    }

    /**
     * Formats a whole number.
     *
     * @param value the number
     * @return for example 12,345
     */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /**
     * Formats a rate.
     *
     * @param value any number
     * @return the nearest whole number, for example 12,345; with decimals below 10
     */
    public static String rate(double value) {
        return value != 0 && Math.abs(value) < 10 ? ratio(value) : count(Math.round(value));
    }

    /**
     * Formats a ratio or a mean.
     *
     * @param value any number
     * @return two decimals
     */
    public static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /**
     * Formats a latency with the unit that suits it.
     *
     * @param nanos nanoseconds
     * @return three digits and ns, us, ms or s; a dash for 0
     */
    public static String latency(long nanos) {
        if (nanos <= 0) {
            return "-";
        }
        if (nanos < MICROS) {
            return nanos + " ns";
        }
        if (nanos < MILLIS) {
            return threeDigits(nanos / MICROS) + " us";
        }
        return nanos < SECONDS ? threeDigits(nanos / MILLIS) + " ms" : threeDigits(nanos / SECONDS) + " s";
    }

    /**
     * Formats a span of time.
     *
     * @param seconds its length
     * @return seconds with at most one decimal, for example 10 s or 0.5 s
     */
    public static String seconds(double seconds) {
        final String text = String.format(Locale.ROOT, "%.1f", seconds);
        return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + " s";
    }

    /**
     * Formats an amount of memory.
     *
     * @param bytes how much
     * @return for example 812 MB or 1.24 GB, powers of ten
     */
    public static String memory(long bytes) {
        return bytes < 1e9 ? Math.round(bytes / 1e6) + " MB" : String.format(Locale.ROOT, "%.2f GB", bytes / 1e9);
    }

    /**
     * Formats an amount of memory that was given in powers of 1,024.
     *
     * @param bytes how much
     * @return at most two decimals, for example 2 GiB, 1.5 GiB, 37.25 MiB or 512 bytes
     */
    public static String binarySize(long bytes) {
        if (bytes < KIB) {
            return plural(bytes, "byte");
        }
        double value = bytes / KIB;
        int unit = 0;
        while (value >= KIB && unit < BINARY_UNITS.size() - 1) {
            value /= KIB;
            unit++;
        }
        return ratio(value).replaceFirst("\\.?0+$", "") + " " + BINARY_UNITS.get(unit);
    }

    /**
     * Formats a speed.
     *
     * @param bytesPerSecond 0 or more
     * @return for example 43.7 MiB/s
     */
    public static String mebibytesPerSecond(double bytesPerSecond) {
        return threeDigits(bytesPerSecond / (KIB * KIB)) + " MiB/s";
    }

    /**
     * Formats a number of things.
     *
     * @param count how many
     * @param thing what, in the singular
     * @return for example 1 client or 2 clients
     */
    public static String plural(long count, String thing) {
        return count(count) + " " + thing + (count == 1 ? "" : "s");
    }

    /**
     * Formats a share.
     *
     * @param share 0 to 1
     * @return such as "58 %"
     */
    public static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    private static String threeDigits(double value) {
        final int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
