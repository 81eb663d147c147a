package io.baton.deploy.command;

import io.baton.engine.observe.PrintableText;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Pattern;
import org.agrona.concurrent.EpochClock;

/**
 * The log of a command that serves others: one line on standard error for each event, with the time of day (UTC) and a
 * level. While it is open it also takes what is logged by slf4j and by the JDK's own logging: all of Baton's, and the
 * warnings of others. Other commands log nothing. Thread-safe.
 */
public final class EventLog implements AutoCloseable {

    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final String OWN = "io.baton.";
    /** Libraries tell of an event in several lines. */
    private static final Pattern LINE_ENDS = Pattern.compile("[\\v\\t]+");

    private final PrintStream err;
    private final EpochClock clock;
    /** Kept, as a logger that nobody has forgets its handlers. */
    private final Logger root = Logger.getLogger("");
    private final Handler handler = new Foreign();

    private EventLog(CommandContext context) {
        this.err = context.err();
        this.clock = context.wallClock();
    }

    /**
     * Opens it.
     *
     * @param context what the command gets from the outside world
     * @return the log, to be closed when the command ends
     */
    public static EventLog open(CommandContext context) {
        final EventLog log = new EventLog(context);
        log.root.addHandler(log.handler);
        return log;
    }

    /** Takes off all handlers that the JDK's logging has by itself: a process prints its own report and no more. */
    public static void onlyWhereOpen() {
        final Logger root = Logger.getLogger("");
        for (final Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
    }

    /**
     * Tells of an event that is usual.
     *
     * @param event a sentence without its full stop
     */
    public void info(String event) {
        line("INFO ", event);
    }

    /**
     * Tells of an event that somebody should look at.
     *
     * @param event a sentence without its full stop
     */
    public void warn(String event) {
        line("WARN ", event);
    }

    /**
     * Tells of an event that ends the service, or a part of it.
     *
     * @param event a sentence without its full stop
     */
    public void error(String event) {
        line("ERROR", event);
    }

    /** One line, whatever the text has: nobody writes a second one by what he calls himself. */
    private void line(String level, String event) {
        err.println(TIME.format(Instant.ofEpochMilli(clock.time())) + " " + level + " "
            + PrintableText.of(LINE_ENDS.matcher(event.strip()).replaceAll(" ")));
        err.flush();
    }

    @Override
    public void close() {
        root.removeHandler(handler);
    }

    /** What comes by the JDK's logging. */
    private final class Foreign extends Handler {
        private final SimpleFormatter messages = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            final String logger = String.valueOf(record.getLoggerName());
            final int level = record.getLevel().intValue();
            if (level < Level.WARNING.intValue() && !(logger.startsWith(OWN) && level >= Level.INFO.intValue())) {
                return;
            }
            final Throwable thrown = record.getThrown();
            line(level >= Level.SEVERE.intValue() ? "ERROR" : level >= Level.WARNING.intValue() ? "WARN " : "INFO ",
                logger + ": " + messages.formatMessage(record) + (thrown == null ? "" : ": " + thrown));
        }

        @Override
        public void flush() {
            // Each line is.
        }

        @Override
        public void close() {
            // The stream is not its own.
        }
    }
}
