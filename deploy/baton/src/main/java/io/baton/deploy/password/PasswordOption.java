package io.baton.deploy.password;

import io.baton.deploy.command.CommandContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option of commands that need a password, which is asked for unless it is in a file. */
public final class PasswordOption {

    @Option(names = "--password-file", paramLabel = "FILE", order = 52,
        description = "The file whose first line is the password; - for standard input. Default: it is asked for, or"
            + " read from standard input if that is no terminal and holds nothing else.")
    private @Nullable String file;

    /** What a password is wanted for. */
    public enum Use {
        /** A login. */
        LOGIN,
        /** A login of a command that reads its work from standard input: no password is expected there. */
        LOGIN_BEFORE_LINES,
        /** A user's new one, so that a typing error must be seen. */
        NEW
    }

    /**
     * Reads the password.
     *
     * @param prompt what to ask at a terminal
     * @param use what it is for
     * @return the password, to be wiped
     */
    public char[] read(CommandSpec command, CommandContext context, String prompt, Use use) {
        if (file != null) {
            return file.equals("-") ? ofInput(command, context) : ofFile(command, context, file);
        }
        final char[] typed = context.passwords().ask(prompt + ": ");
        if (typed != null) {
            if (use == Use.NEW) {
                checkAgain(command, context, prompt, typed);
            }
            return typed;
        }
        if (!context.passwords().isPiped()) {
            throw complaint(command, "no password was typed, or nobody can be asked at this terminal; give a file",
                null);
        }
        if (use == Use.LOGIN_BEFORE_LINES) {
            throw complaint(command, "standard input has the lines to be carried out; give a file, or - if its first "
                + "line is the password", null);
        }
        return ofInput(command, context);
    }

    private static void checkAgain(CommandSpec command, CommandContext context, String prompt, char[] typed) {
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

    private static char[] ofInput(CommandSpec command, CommandContext context) {
        final char[] line = context.passwords().line();
        if (line == null) {
            throw complaint(command, "there is no terminal, and nothing comes from standard input; give a file", null);
        }
        return line;
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

    /**
     * Complains without what was given, which may be a password by mistake.
     *
     * @param command that was called
     * @param advice what is wrong, and what to do
     * @param cause of it, or null
     * @return the exception to throw
     */
    public static RuntimeException complaint(CommandSpec command, String advice, @Nullable Exception cause) {
        return new picocli.CommandLine.ParameterException(command.commandLine(), "--password-file: " + advice, cause);
    }
}
