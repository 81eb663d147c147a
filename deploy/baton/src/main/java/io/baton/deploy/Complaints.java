package io.baton.deploy;

import io.baton.deploy.command.ExitStatus;
import io.baton.engine.observe.PrintableText;
import java.io.PrintStream;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells the user in one line what is wrong with a command's arguments. */
final class Complaints {

    private Complaints() {
    }

    static int complain(ParameterException wrong, PrintStream err) {
        err.println("baton: " + PrintableText.of(sentence(wrong).replaceAll("\\s*\\R\\s*", " ")));
        err.flush();
        return ExitStatus.BAD_ARGUMENTS;
    }

    private static String sentence(ParameterException wrong) {
        final CommandLine command = wrong.getCommandLine();
        final String help = "'" + command.getCommandSpec().qualifiedName() + " --help'";
        return switch (wrong) {
            case UnmatchedArgumentException unmatched -> {
                final String argument = unmatched.getUnmatched().getFirst();
                yield (argument.startsWith("-") ? "unknown option " : "unexpected argument ") + argument + "; "
                    + help + " lists what there is.";
            }
            case MissingParameterException missing -> firstLower(String.valueOf(missing.getMessage())) + "; "
                + help + " shows how.";
            default -> firstLower(String.valueOf(wrong.getMessage())) + "; " + help + " explains.";
        };
    }

    private static String firstLower(String text) {
        // A name in capitals is a parameter's.
        return text.length() > 1 && Character.isUpperCase(text.charAt(1)) ? text
            : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }
}
