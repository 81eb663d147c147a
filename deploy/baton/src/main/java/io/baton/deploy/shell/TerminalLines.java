package io.baton.deploy.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jline.reader.Completer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Lines that a person types, who can edit them, complete names and go back to earlier ones. */
final class TerminalLines implements Lines {

    private static final String PROMPT = "baton> ";

    private final Terminal terminal;
    private final LineReader reader;

    /**
     * Takes the terminal of this process.
     *
     * @param names completes the names of commands, procedures and tables
     * @param history where earlier lines are kept; null keeps none beyond this session
     */
    static TerminalLines open(Completer names, @Nullable Path history) {
        try {
            return new TerminalLines(TerminalBuilder.builder().name("baton").system(true).nativeSignals(true).build(),
                names, history);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Takes a terminal.
     *
     * @param terminal which is closed with this
     * @param names completes names
     * @param history where earlier lines are kept, or null
     */
    TerminalLines(Terminal terminal, Completer names, @Nullable Path history) {
        this.terminal = terminal;
        final LineReaderBuilder builder = LineReaderBuilder.builder().terminal(terminal).appName("baton")
            .parser(ShellCommands.parser()).completer(names).option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.HISTORY_IGNORE_SPACE, true);
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        reader = builder.build();
    }

    @Override
    public @Nullable String next() {
        try {
            return reader.readLine(PROMPT);
        } catch (UserInterruptException e) {
            return "";
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public boolean interactive() {
        return true;
    }

    @Override
    public void onInterrupt(Runnable action) {
        terminal.handle(Terminal.Signal.INT, signal -> action.run());
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
