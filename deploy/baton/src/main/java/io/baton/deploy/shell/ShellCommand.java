package io.baton.deploy.shell;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.ClientOptions;
import io.baton.deploy.client.SecureClientOptions;
import io.baton.deploy.client.TypedCall;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.password.PasswordOption;
import io.baton.deploy.serve.ServerCommand;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Calls procedures of a server, one line after the other. */
@Command(name = "shell", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Call procedures of a server and read its tables, line by line.",
    description = {"",
        "Reads lines such as 'SendPayment 1 2 500', 'tables' or 'SELECT * FROM account' and carries them out; 'help' "
            + "lists what there is. On a terminal lines can be edited, names completed with Tab, and earlier lines "
            + "found with the arrow keys. Lines of a file or a pipe end at the first one that fails.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton shell", "  baton shell --url 127.0.0.1:7432 --history ~/.baton_history",
        "  echo 'Balance 0000000000000001' | baton shell",
        "  baton shell --url db.example.org:7432 --ca ca.pem --user ann", "",
        "Exit status: 0, 1 if a line of a file failed, 2 for bad arguments or a server that cannot be reached."})
public final class ShellCommand extends ParsedCommand {

    private final InputStream in;

    @Option(names = "--url", paramLabel = "HOST:PORT", order = 1, defaultValue = ServerCommand.ADDRESS_DEFAULT,
        description = "Where the server listens; of several, with commas between, the first that is there. Default: "
            + "${DEFAULT-VALUE}.")
    private String url = "";

    @Option(names = "--history", paramLabel = "FILE", order = 2,
        description = "Keep the lines that are typed here, so that later shells find them. Lines that begin with a "
            + "blank are not kept. Default: kept until the shell ends.")
    private @Nullable String history;

    @Mixin
    private final SecureClientOptions secure;

    /**
     * Makes the command.
     *
     * @param context what it gets from the outside world
     * @param in standard input, which is read if there is no terminal
     */
    public ShellCommand(CommandContext context, InputStream in) {
        super(context);
        this.secure = new SecureClientOptions(context, PasswordOption.Use.LOGIN_BEFORE_LINES);
        this.in = in;
    }

    @Override
    public Integer call() {
        try (BatonClient client = BatonClient.connect(options())) {
            final ShellCommands commands = new ShellCommands(client);
            final Shell shell =
                new Shell(client, commands, context.console(), context.err(), context.clock(), this::duration);
            try (Lines lines = lines(commands)) {
                return shell.run(lines) ? ExitStatus.GOOD : ExitStatus.FAILED;
            }
        } catch (CallException e) {
            context.err().println("baton: " + TypedCall.sentence(e) + ".");
            return ExitStatus.BAD_ARGUMENTS;
        }
    }

    private Lines lines(ShellCommands commands) {
        if (!context.terminal()) {
            return new StreamLines(in);
        }
        commands.learn();
        final Path file = history == null ? null : context.files().getPath(history);
        context.console().line("Connected to " + url + ". 'help' lists what there is; Ctrl-D ends.");
        return TerminalLines.open(commands, file);
    }

    private Duration duration(String text) {
        try {
            return OptionValues.duration(spec(), "within", text, Duration.ofMillis(1));
        } catch (ParameterException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private ClientOptions options() {
        final ClientOptions options;
        try {
            options = ClientOptions.of(url).name("baton shell");
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--url", url, String.valueOf(e.getMessage()), e);
        }
        secure.apply(spec(), options);
        return options;
    }
}
