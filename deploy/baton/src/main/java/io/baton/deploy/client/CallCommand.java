package io.baton.deploy.client;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.password.PasswordOption;
import io.baton.deploy.serve.ServerCommand;
import io.baton.engine.observe.PrintableText;
import io.baton.protocol.Description;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Calls a procedure of a server. */
@Command(name = "call", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Call a procedure of a server.",
    description = {"",
        "Calls a procedure once and prints its result. Arguments are given as the procedure's parameters want them: "
            + "numbers, true or false, texts, moments (2026-11-23T07:30:00Z), days (2026-11-23), UUIDs, bytes in "
            + "hexadecimal digits; NULL stands for no value. [1,2] is a list, (1,\"a, b\") a record.",
        ""},
    parameterListHeading = "Parameters:%n",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton call SendPayment 1 2 500", "  baton call Balance 0000000001 --url 127.0.0.1:7432",
        "  baton call NewOrder 1 1 1 [1,2] [1,1] [5,3] 0", "  baton call --list",
        "  baton call Balance 0000000001 --url db.example.org:7432 --ca ca.pem --user ann", "",
        "Exit status: 0 if it was committed, 1 if it was aborted or nobody can tell, 2 for bad arguments, an unknown",
        "procedure or a server that cannot be reached."})
public final class CallCommand extends ParsedCommand {

    @Parameters(index = "0", arity = "0..1", paramLabel = "PROCEDURE", description = "The procedure's name.")
    private @Nullable String procedure;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ARG", description = "Its arguments.")
    private List<String> arguments = new ArrayList<>();

    @Option(names = "--url", paramLabel = "HOST:PORT", order = 1, defaultValue = ServerCommand.ADDRESS_DEFAULT,
        description = "Where the server listens; of several, with commas between, the first that is there. Default: "
            + "${DEFAULT-VALUE}.")
    private String url = "";

    @Option(names = "--timeout", paramLabel = "TIME", order = 2,
        description = "How long the call may take: 500ms, 10s. Default: what the server allows.")
    private @Nullable String timeout;

    @Option(names = "--list", order = 3,
        description = "Print all procedures with their parameters instead, or the one that is named.")
    private boolean list;

    @Mixin
    private final SecureClientOptions secure;

    public CallCommand(CommandContext context) {
        super(context);
        this.secure = new SecureClientOptions(context, PasswordOption.Use.LOGIN);
    }

    @Override
    public Integer call() {
        final Duration limit =
            timeout == null ? null : OptionValues.duration(spec(), "--timeout", timeout, Duration.ofMillis(1));
        if (procedure == null && !list) {
            throw OptionValues.complaint(spec(), "PROCEDURE", "", "name a procedure, or give --list", null);
        }
        try (BatonClient client = BatonClient.connect(options())) {
            try {
                return list ? list(client) : call(client, String.valueOf(procedure), limit);
            } catch (CallRefusedException e) {
                return refuse(e, e.reason() == Reason.NO_SUCH_PROCEDURE ? proposal(client) : "");
            }
        } catch (CallException e) {
            return refuse(e, "");
        }
    }

    /** The end of a sentence about a procedure that is not there: the one that is meant, if its letters say so. */
    private String proposal(BatonClient client) {
        try {
            return client.procedureNames().stream().filter(name -> name.equalsIgnoreCase(procedure)).findFirst()
                .map(name -> "; call " + PrintableText.of(name)).orElse("");
        } catch (CallException e) {
            return "";
        }
    }

    private ClientOptions options() {
        final ClientOptions options;
        try {
            options = ClientOptions.of(url).name("baton call");
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--url", url, String.valueOf(e.getMessage()), e);
        }
        secure.apply(spec(), options);
        return options;
    }

    private int list(BatonClient client) {
        final List<String> names = procedure == null ? client.procedureNames() : List.of(procedure);
        for (final String name : names) {
            try {
                context.console().told(client.procedure(name, Object.class).describe().toString());
            } catch (CallRefusedException e) {
                if (procedure != null) {
                    throw e;
                }
                context.console().told(name + ": " + e.getMessage());
            }
        }
        return ExitStatus.GOOD;
    }

    private int call(BatonClient client, String name, @Nullable Duration limit) {
        RemoteProcedure<Object> called = client.procedure(name, Object.class);
        final Description description = called.describe();
        if (limit != null) {
            called = called.within(limit);
        }
        final @Nullable Object result;
        try {
            result = called.call(values(description));
        } catch (NotEncodableException e) {
            throw new ParameterException(spec().commandLine(), "not called: " + e.getMessage(), e);
        }
        ValueTexts.lines(description.result(), result).forEach(context.console()::told);
        return ExitStatus.GOOD;
    }

    private @Nullable Object[] values(Description description) {
        try {
            return TypedCall.arguments(description, arguments);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec().commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int refuse(CallException why, String proposal) {
        context.err().println("baton: " + TypedCall.sentence(why) + proposal + ".");
        return why instanceof CallRefusedException ? ExitStatus.BAD_ARGUMENTS : ExitStatus.FAILED;
    }
}
