package io.baton.deploy.top;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** A terminal as a whole, written over and over, until the user presses q or Ctrl-C. One thread. */
final class Screen implements AutoCloseable {

    private static final long SLICE_MILLIS = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int CTRL_C = 3;
    private static final int LINES_USUAL = 24;
    private static final int COLUMNS_USUAL = 80;

    private final Terminal terminal;
    private final BooleanSupplier stopped;
    private final LongSupplier clock;
    private final Attributes before;
    private volatile boolean interrupted;
    private volatile boolean resized;

    /**
     * Takes a terminal.
     *
     * @param terminal which is given back as it was, and closed
     * @param stopped whether the command is to end
     * @param clock monotonic time in nanoseconds
     */
    Screen(Terminal terminal, BooleanSupplier stopped, LongSupplier clock) {
        this.terminal = terminal;
        this.stopped = stopped;
        this.clock = clock;
        terminal.handle(Terminal.Signal.INT, signal -> interrupted = true);
        terminal.handle(Terminal.Signal.WINCH, signal -> resized = true);
        this.before = terminal.enterRawMode();
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    /**
     * Takes the terminal of this process.
     *
     * @param stopped whether the command is to end
     * @param clock monotonic time in nanoseconds
     * @return the screen, to be closed
     */
    static Screen open(BooleanSupplier stopped, LongSupplier clock) {
        try {
            return new Screen(TerminalBuilder.builder().name("baton").system(true).nativeSignals(true).build(), stopped,
                clock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Shows lines, as many and as much of each as fit.
     *
     * @param lines without control characters
     */
    void show(List<String> lines) {
        final PrintWriter out = terminal.writer();
        final int columns = terminal.getWidth() > 0 ? terminal.getWidth() : COLUMNS_USUAL;
        final int rows = terminal.getHeight() > 0 ? terminal.getHeight() : LINES_USUAL;
        terminal.puts(Capability.cursor_home);
        final List<String> shown = lines.subList(0, Math.min(rows, lines.size()));
        for (int i = 0; i < shown.size(); i++) {
            final String line = shown.get(i);
            out.print(line.substring(0, Math.min(columns, line.length())));
            if (line.length() < columns) {
                terminal.puts(Capability.clr_eol);
            }
            if (i < rows - 1) {
                out.print("\r\n");
            }
        }
        if (shown.size() < rows) {
            terminal.puts(Capability.clr_eos);
        }
        terminal.flush();
    }

    /**
     * Waits.
     *
     * @param millis for so long, less if the terminal's size changes
     * @return whether the user wants to end
     */
    boolean ends(long millis) {
        long left = millis;
        try {
            while (left > 0 && !resized) {
                final long begin = clock.getAsLong();
                final int key = terminal.reader().read(Math.min(left, SLICE_MILLIS));
                if (interrupted || stopped.getAsBoolean() || key == 'q' || key == 'Q' || key == CTRL_C
                    || key == NonBlockingReader.EOF) {
                    return true;
                }
                left -= Math.max(1, (clock.getAsLong() - begin) / NANOS_PER_MILLI);
            }
        } catch (IOException e) {
            // The terminal is gone.
            return true;
        }
        resized = false;
        return interrupted || stopped.getAsBoolean();
    }

    @Override
    public void close() {
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.exit_ca_mode);
        terminal.setAttributes(before);
        terminal.flush();
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
