package io.baton.deploy.top;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallRefusedException;
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
import io.baton.engine.observe.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a server does. */
@Command(name = "top", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Show what a server does, second by second.",
    description = {"",
        "Shows calls, latencies, aborts, restarts, lock waits, the hottest locks, memory, log and checkpoints of a "
            + "server while it runs. q ends. If the output is no terminal, or with --once, it prints them once. At a "
            + "server with users it is for those with the grant operator.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton top", "  baton top --url 127.0.0.1:7432 --interval 5s", "  baton top --once > figures.txt",
        "  baton top --url db.example.org:7432 --ca ca.pem --user ann", "",
        "Exit status: 0, 2 for bad arguments or a server that cannot be reached or refuses to tell."})
public final class TopCommand extends ParsedCommand {

    private static final Duration INTERVAL_LEAST = Duration.ofMillis(100);
    private static final long WAIT_MILLIS = 10;
    private static final long SLICE_NANOS = Duration.ofMillis(50).toNanos();

    @Option(names = "--url", paramLabel = "HOST:PORT", order = 1, defaultValue = ServerCommand.ADDRESS_DEFAULT,
        description = "Where the server listens; of several, with commas between, the first that is there. Default: "
            + "${DEFAULT-VALUE}.")
    private String url = "";

    @Option(names = "--interval", paramLabel = "TIME", order = 2, defaultValue = "1s",
        description = "How long one look takes: 500ms, 5s. Default: ${DEFAULT-VALUE}.")
    private String interval = "";

    @Option(names = "--once", order = 3, description = "Look once, print what was seen as plain text, and end.")
    private boolean once;

    @Mixin
    private final SecureClientOptions secure;

    public TopCommand(CommandContext context) {
        super(context);
        this.secure = new SecureClientOptions(context, PasswordOption.Use.LOGIN);
    }

    @Override
    public Integer call() {
        final Duration time = OptionValues.duration(spec(), "--interval", interval, INTERVAL_LEAST);
        try (BatonClient client = BatonClient.connect(options())) {
            final ServerReading first = ServerReading.of(client);
            if (once || !context.terminal()) {
                pause(time);
                new TopPage(url, first, ServerReading.of(client)).lines().forEach(context.console()::line);
            } else {
                watch(client, first, time);
            }
            return ExitStatus.GOOD;
        } catch (CallException e) {
            context.err().println("baton: " + TypedCall.sentence(e) + advice(e) + ".");
            return ExitStatus.BAD_ARGUMENTS;
        }
    }

    private static String advice(CallException why) {
        return why instanceof CallRefusedException && why.sqlState().equals("42883")
            ? "; it is of an earlier version, which tells no figures" : "";
    }

    private void pause(Duration time) {
        final long end = context.clock().nanoTime() + time.toNanos();
        while (context.clock().nanoTime() - end < 0 && !context.interruption().requested()) {
            context.pause().accept(Math.min(SLICE_NANOS, time.toNanos()));
        }
    }

    private void watch(BatonClient client, ServerReading first, Duration time) {
        try (Screen screen = Screen.open(context.interruption()::requested, context.clock()::nanoTime)) {
            watch(client, first, time, screen);
        }
    }

    /** Shows a page after the other. A server that is gone may come again. */
    void watch(BatonClient client, ServerReading first, Duration time, Screen screen) {
        ServerReading before = first;
        List<String> shown = List.of("Looking at " + url + " for " + interval + "; q ends.");
        screen.show(shown);
        while (!screen.ends(time.toMillis())) {
            final CompletableFuture<ServerReading> asked = ServerReading.ask(client);
            while (!asked.isDone()) {
                // Also while a server does not answer, q ends.
                if (screen.ends(WAIT_MILLIS)) {
                    return;
                }
            }
            if (asked.state() == Future.State.SUCCESS) {
                shown = new TopPage(url, before, asked.resultNow()).lines();
                before = asked.resultNow();
                screen.show(shown);
            } else {
                final List<String> old = new ArrayList<>(shown);
                old.addFirst("NO ANSWER, trying again: " + sentence(asked.exceptionNow()));
                screen.show(old);
            }
        }
    }

    private static String sentence(Throwable failure) {
        return failure instanceof CallException why ? TypedCall.sentence(why)
            : PrintableText.of(String.valueOf(failure));
    }

    private ClientOptions options() {
        final ClientOptions options;
        try {
            options = ClientOptions.of(url).name("baton top");
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--url", url, String.valueOf(e.getMessage()), e);
        }
        secure.apply(spec(), options);
        return options;
    }
}
