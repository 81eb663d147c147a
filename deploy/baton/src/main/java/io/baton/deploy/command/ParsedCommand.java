package io.baton.deploy.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command with options: knows the world, and itself as it was parsed, so that it can complain of its options. */
public abstract class ParsedCommand implements Callable<Integer> {

    /** The world. */
    protected final CommandContext context;

    @Spec
    private @Nullable CommandSpec command;

    protected ParsedCommand(CommandContext context) {
        this.context = context;
    }

    /**
     * Returns the command that was parsed.
     *
     * @return this command, for complaints
     */
    protected final CommandSpec spec() {
        if (command == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return command;
    }

    /**
     * Reads a whole number.
     *
     * @param option the name of an option
     * @param text what was given
     * @param least the smallest value allowed
     * @param most the greatest value allowed, or Long.MAX_VALUE
     * @return the number
     * @throws ParameterException if the text does not fit; it says what would
     */
    protected final long number(String option, String text, long least, long most) {
        return OptionValues.number(spec(), option, text, least, most);
    }
}
