package io.baton.deploy.password;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.jspecify.annotations.Nullable;

/** The terminal of this process, also while its results go elsewhere: Java has no console then. */
public final class SystemTerminal implements InputTerminal {

    /** Ways to ask the system for a terminal: by native calls, and by other programs. */
    private static final List<String> PROVIDERS = List.of("ffm", "exec");

    public SystemTerminal() {
    }

    @Override
    public boolean isThere() {
        for (final String name : PROVIDERS) {
            try {
                return TerminalProvider.load(name).isSystemStream(SystemStream.Input);
            } catch (IOException | LinkageError e) {
                // The next one may be there.
            }
        }
        return false;
    }

    @Override
    public @Nullable Hidden hide(String prompt) {
        final Terminal terminal;
        try {
            // The prompt is no result. A terminal that is not there is none, instead of one that can do nothing.
            terminal = TerminalBuilder.builder().name("baton").system(true).dumb(false).nativeSignals(false)
                .graphemeCluster(false).systemOutput(TerminalBuilder.SystemOutput.SysErr).build();
        } catch (IOException | IllegalStateException e) {
            return null;
        }
        final Attributes silent = new Attributes(terminal.getAttributes());
        silent.setLocalFlag(Attributes.LocalFlag.ECHO, false);
        terminal.setAttributes(silent);
        terminal.writer().print(prompt);
        terminal.flush();
        return () -> {
            terminal.writer().println();
            terminal.flush();
            try {
                // With the attributes that it had; JLine does so also when the process ends before.
                terminal.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }
}
