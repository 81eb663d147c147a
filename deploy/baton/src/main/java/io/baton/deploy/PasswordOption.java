package io.baton.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option of commands that need a password, which is asked for unless it is in a file. */
final class PasswordOption {

    @Option(names = "--password-file", paramLabel = "FILE", order = 52,
        description = "The file whose first line is the password; - for standard input. Default: it is asked for, or"
            + " read from standard input if there is no terminal.")
    private @Nullable String file;

    /**
     * Reads the password.
     *
     * @param prompt what to ask at a terminal
     * @param twice whether it is new, so that a typing error must be seen
     * @return the password, to be wiped
     */
    char[] read(CommandSpec command, CommandContext context, String prompt, boolean twice) {
        if (file != null && !file.equals("-")) {
            return ofFile(command, context, file);
        }
        final char[] typed = file == null ? context.passwords().ask(prompt + ": ") : null;
        if (typed != null && twice) {
            final char[] again = context.passwords().ask(prompt + " again: ");
            final boolean same = Arrays.equals(typed, again);
            if (again != null) {
                Arrays.fill(again, '\0');
            }
            if (!same) {
                Arrays.fill(typed, '\0');
                throw complaint(command, "the two passwords differ; try again", null);
            }
        }
        final char[] password = typed == null ? context.passwords().line() : typed;
        if (password == null) {
            throw complaint(command, "there is no terminal, and nothing comes from standard input; give a file", null);
        }
        return password;
    }

    private static char[] ofFile(CommandSpec command, CommandContext context, String name) {
        try {
            final byte[] bytes = Files.readAllBytes(context.files().getPath(name));
            try {
                return StandardPasswords.line(bytes, bytes.length);
            } finally {
                Arrays.fill(bytes, (byte) 0);
            }
        } catch (NoSuchFileException e) {
            throw complaint(command, "there is no file " + name, e);
        } catch (IOException e) {
            throw complaint(command, name + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Complains without what was given, which may be a password by mistake. */
    static RuntimeException complaint(CommandSpec command, String advice, @Nullable Exception cause) {
        return new picocli.CommandLine.ParameterException(command.commandLine(), "--password-file: " + advice, cause);
    }
}
