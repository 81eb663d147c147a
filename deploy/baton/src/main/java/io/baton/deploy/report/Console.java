package io.baton.deploy.report;

import io.baton.engine.observe.PrintableText;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Where people read. On a terminal there may be colours and one line that is written over and over; anywhere else there
 * are whole lines only. One thread at a time.
 */
public final class Console {

    private static final int BAR_COLUMNS = 30;
    private static final String TO_BEGINNING_AND_CLEAR = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private final boolean colours;
    private boolean transientLine;

    /**
     * Makes a console.
     *
     * @param out where to write
     * @param terminal whether that is a terminal that understands ANSI sequences
     * @param colours whether its user wants colours; meaningless if it is no terminal
     */
    public Console(PrintStream out, boolean terminal, boolean colours) {
        this.out = out;
        this.terminal = terminal;
        this.colours = terminal && colours;
    }

    /**
     * Tells whether the output goes to a terminal.
     *
     * @return whether this is a terminal
     */
    public boolean terminal() {
        return terminal;
    }

    /**
     * Writes a line, in the place of a transient one if there is one.
     *
     * @param text the line
     */
    public void line(String text) {
        clear();
        out.println(text);
        out.flush();
    }

    /**
     * Writes a line that has texts of others, such as servers and rows: it stays one, and has no styles.
     *
     * @param text the line
     */
    public void told(String text) {
        line(PrintableText.of(text));
    }

    /**
     * Shows a line until the next one is written. Does nothing if this is no terminal.
     *
     * @param text the line, short enough for a narrow terminal
     */
    public void transientLine(String text) {
        if (terminal) {
            out.print(TO_BEGINNING_AND_CLEAR + text);
            out.flush();
            transientLine = true;
        }
    }

    /** Takes a transient line away. */
    public void clear() {
        if (transientLine) {
            out.print(TO_BEGINNING_AND_CLEAR);
            transientLine = false;
        }
    }

    /**
     * Marks text as good news.
     *
     * @param text any text
     * @return the text, green on a terminal
     */
    public String good(String text) {
        return styled("32", text);
    }

    /**
     * Marks text as bad news.
     *
     * @param text any text
     * @return the text, bold red on a terminal
     */
    public String bad(String text) {
        return styled("1;31", text);
    }

    /**
     * Marks text as a heading.
     *
     * @param text any text
     * @return the text, bold on a terminal
     */
    public String strong(String text) {
        return styled("1", text);
    }

    /**
     * Marks text as less important.
     *
     * @param text any text
     * @return the text, faint on a terminal
     */
    public String faint(String text) {
        return styled("2", text);
    }

    /**
     * Draws a progress bar.
     *
     * @param done how much is done
     * @param total of how much, more than 0
     * @return for example [#####-----]  50 %
     */
    public static String bar(long done, long total) {
        final double share = Math.clamp((double) done / total, 0, 1);
        final int full = (int) (share * BAR_COLUMNS);
        final int percent = (int) (share * 100);
        return "[" + "#".repeat(full) + "-".repeat(BAR_COLUMNS - full) + "] "
            + String.format(Locale.ROOT, "%3d %%", percent);
    }

    private String styled(String code, String text) {
        return colours ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
