package io.baton.deploy.client;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.password.PasswordOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of a command that may work through a server that runs, instead of on a closed store. */
public final class ServerChoice {

    @Option(names = "--url", paramLabel = "HOST:PORT", order = 50,
        description = "Where a server listens that has the store open; of several, with commas between, the first that"
            + " is there.")
    private @Nullable String url;

    @Mixin
    private final SecureClientOptions secure;

    public ServerChoice(CommandContext context) {
        this.secure = new SecureClientOptions(context, PasswordOption.Use.LOGIN);
    }

    /** {@return whether it is to work through a server} */
    public boolean given() {
        return url != null;
    }

    /**
     * Complains of a command that was given both a store and a server, or neither.
     *
     * @param command the command
     * @param both whether it was given both
     * @return what to throw
     */
    public static ParameterException notOne(CommandSpec command, boolean both) {
        return new ParameterException(command.commandLine(), both
            ? "--data and --url exclude each other: give the directory of a store, or the address of a server that runs"
            : "--data is missing: give the directory of a store, or --url for a server that runs");
    }

    /**
     * Connects.
     *
     * @param command to complain about, if what was given does not fit together
     * @return the client, to be closed
     * @throws io.baton.client.CallException if there is no connection
     */
    public BatonClient connect(CommandSpec command) {
        final ClientOptions options;
        try {
            options = ClientOptions.of(String.valueOf(url)).name("baton " + command.name());
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(command, "--url", String.valueOf(url), String.valueOf(e.getMessage()), e);
        }
        secure.apply(command, options);
        return BatonClient.connect(options);
    }
}
