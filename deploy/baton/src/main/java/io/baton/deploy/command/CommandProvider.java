package io.baton.deploy.command;

import java.util.List;
import picocli.CommandLine;

/**
 * Brings commands of another module to {@code deploy/bin/baton}. The command line finds providers on its class path by
 * {@link java.util.ServiceLoader}; it knows none of them by name.
 */
public interface CommandProvider {

    /**
     * Makes the commands.
     *
     * @param context what they get from the outside world
     * @return commands that go directly below {@code baton}, in the order of the help text
     */
    List<CommandLine> commands(CommandContext context);

    /** {@return lines for the examples in the help text of {@code baton}} */
    default List<String> examples() {
        return List.of();
    }
}
