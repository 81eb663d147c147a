package io.baton.deploy.command;

import io.baton.deploy.report.DataFolder;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.report.ResultFolder;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads values of options. A value that does not fit is named in the complaint, together with what would fit. */
public final class OptionValues {

    /** The longest duration that can be given. */
    public static final Duration DURATION_MAX = Duration.ofHours(24);

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s|m|h)");

    private static final Pattern RATIO = Pattern.compile("\\d(?:\\.\\d{1,18})?");
    private static final Pattern BYTES = Pattern.compile("(\\d{1,18})|(\\d{1,9}(?:\\.\\d{1,9})?)([kmgtKMGT])");
    /** A pebibyte: more than any machine has. */
    private static final long BYTES_MAX = 1L << 50;

    private OptionValues() {
    }

    /**
     * Reads a whole number.
     *
     * @param command whose option it is
     * @param option its name
     * @param text what was given
     * @param least the smallest value allowed
     * @param most the greatest value allowed, or Long.MAX_VALUE
     * @return the number
     * @throws ParameterException if the text does not fit; it says what would
     */
    public static long number(CommandSpec command, String option, String text, long least, long most) {
        try {
            final long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw complaint(command, option, text, range(least, most), e);
        }
        throw complaint(command, option, text, range(least, most), null);
    }

    /**
     * Reads a duration such as 500ms, 10s or 2m.
     *
     * @param command whose option it is
     * @param option its name
     * @param text what was given
     * @param least the shortest allowed
     * @return the duration
     * @throws ParameterException if the text does not fit; it says what would
     */
    public static Duration duration(CommandSpec command, String option, String text, Duration least) {
        final Matcher matcher = DURATION.matcher(text);
        final String wanted = "give a number with a unit, for example 500ms, 10s or 2m, "
            + (least.isZero() ? "and at most 24h" : "from "
                + (least.toMillis() == 0 ? least.toNanos() / 1e3 + "us" : least.toMillis() + "ms") + " to 24h");
        if (!matcher.matches()) {
            throw complaint(command, option, text, wanted, null);
        }
        final ChronoUnit unit = switch (matcher.group(2)) {
            case "us" -> ChronoUnit.MICROS;
            case "ms" -> ChronoUnit.MILLIS;
            case "s" -> ChronoUnit.SECONDS;
            case "m" -> ChronoUnit.MINUTES;
            default -> ChronoUnit.HOURS;
        };
        final BigDecimal nanos =
            new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit.getDuration().toNanos()));
        final Duration duration = nanos.compareTo(BigDecimal.valueOf(DURATION_MAX.toNanos())) > 0
            ? DURATION_MAX.plusNanos(1) : Duration.ofNanos(nanos.longValue());
        if (duration.compareTo(least) < 0 || duration.compareTo(DURATION_MAX) > 0) {
            throw complaint(command, option, text, wanted, null);
        }
        return duration;
    }

    /**
     * Reads what part of something is meant, such as 0.01.
     *
     * @param command whose option it is
     * @param option its name
     * @param text what was given
     * @return from 0 to 1
     * @throws ParameterException if the text does not fit; it says what would
     */
    public static double ratio(CommandSpec command, String option, String text) {
        if (RATIO.matcher(text).matches()) {
            final double ratio = Double.parseDouble(text);
            if (ratio <= 1) {
                return ratio;
            }
        }
        throw complaint(command, option, text, "give a number from 0 to 1, for example 0.01", null);
    }

    /**
     * Reads an amount of memory such as 512m, 1.5g or 1000000, with the powers of 1,024 that the JVM's options have.
     *
     * @param command whose option it is
     * @param option its name
     * @param text what was given
     * @return bytes, 1 or more
     * @throws ParameterException if the text does not fit; it says what would
     */
    public static long bytes(CommandSpec command, String option, String text) {
        final Matcher matcher = BYTES.matcher(text);
        if (matcher.matches()) {
            final BigDecimal bytes = matcher.group(1) != null ? new BigDecimal(matcher.group(1))
                : new BigDecimal(matcher.group(2)).multiply(BigDecimal.valueOf(unitBytes(matcher.group(3))));
            if (bytes.compareTo(BigDecimal.ONE) >= 0 && bytes.compareTo(BigDecimal.valueOf(BYTES_MAX)) <= 0) {
                return bytes.longValue();
            }
        }
        throw complaint(command, option, text,
            "give a number of bytes or one with a unit, for example 512m, 1.5g or 2g, from 1 to 1024t", null);
    }

    private static long unitBytes(String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "k" -> 1L << 10;
            case "m" -> 1L << 20;
            case "g" -> 1L << 30;
            default -> 1L << 40;
        };
    }

    /**
     * Reads the name of a file for results.
     *
     * @param command whose option it is
     * @param context has the file system
     * @param option its name
     * @param text what was given
     * @return the file, which is not opened yet
     * @throws ParameterException if the text does not fit; it says what would
     */
    public static ResultFile file(CommandSpec command, CommandContext context, String option, String text) {
        try {
            return ResultFile.of(context.files(), text);
        } catch (IllegalArgumentException e) {
            throw complaint(command, option, text, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Reads the name of a folder for results.
     *
     * @param command whose option it is
     * @param context has the file system
     * @param option its name
     * @param text what was given
     * @return the folder
     * @throws ParameterException if the text does not fit; it says what would
     */
    public static ResultFolder folder(CommandSpec command, CommandContext context, String option, String text) {
        try {
            return ResultFolder.of(context.files(), text);
        } catch (IllegalArgumentException e) {
            throw complaint(command, option, text, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Reads the name of a folder for results, in which there must be nothing.
     *
     * @param command whose option it is
     * @param context has the file system
     * @param option its name
     * @param text what was given
     * @return the folder
     * @throws ParameterException if the text does not fit; it says what would
     */
    public static ResultFolder newFolder(CommandSpec command, CommandContext context, String option, String text) {
        try {
            return ResultFolder.ofNew(context.files(), text);
        } catch (IllegalArgumentException e) {
            throw complaint(command, option, text, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Reads the name of a directory that a store is in or will be in.
     *
     * @param command whose option it is
     * @param context has the file system
     * @param option its name
     * @param text what was given
     * @return an absolute path
     * @throws ParameterException if it is the name of something else
     */
    public static Path directory(CommandSpec command, CommandContext context, String option, String text) {
        try {
            return DataFolder.named(context.files(), text);
        } catch (IllegalArgumentException e) {
            throw complaint(command, option, text, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Reads the name of a directory that a store is in.
     *
     * @param command whose option it is
     * @param context has the file system
     * @param option its name
     * @param text what was given
     * @return an absolute path
     * @throws ParameterException if there is no store
     */
    public static Path store(CommandSpec command, CommandContext context, String option, String text) {
        try {
            return DataFolder.ofStore(context.files(), text);
        } catch (IllegalArgumentException e) {
            throw complaint(command, option, text, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Complains of options that mean nothing beside another one, instead of passing over them in silence.
     *
     * @param command the command
     * @param options the names of the options
     * @param why the rest of the sentence
     * @throws ParameterException if one of them was given
     */
    public static void refuse(CommandSpec command, List<String> options, String why) {
        for (final String option : options) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(command.commandLine(), option + " " + why);
            }
        }
    }

    /**
     * Makes a complaint of an option's value.
     *
     * @param command whose option it is
     * @param option its name
     * @param text what was given
     * @param advice what to give instead
     * @param cause why it does not fit, or null
     * @return what to throw
     */
    public static ParameterException complaint(
            CommandSpec command, String option, String text, String advice, @Nullable Exception cause) {
        final String given = text.isEmpty() ? "''" : text;
        return new ParameterException(command.commandLine(), option + " " + given + ": " + advice, cause);
    }

    private static String range(long least, long most) {
        return most == Long.MAX_VALUE ? "give a whole number"
            : "give a whole number from " + Figures.count(least) + " to " + Figures.count(most);
    }
}
