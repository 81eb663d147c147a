package io.baton.deploy.client;

import io.baton.client.ClientOptions;
import io.baton.client.ClientTls;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.password.PasswordOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a client that say whom it trusts, and who it is. */
public final class SecureClientOptions {

    private final CommandContext context;
    private final PasswordOption.Use use;

    @Option(names = "--user", paramLabel = "NAME", order = 51,
        description = "Log in as a user of the server.")
    private @Nullable String user;

    @Mixin
    private final PasswordOption password = new PasswordOption();

    @Option(names = "--tls", order = 53,
        description = "Encrypt by TLS 1.3, and trust those whom Java trusts.")
    private boolean tls;

    @Option(names = "--ca", paramLabel = "FILE", order = 54,
        description = "Encrypt by TLS 1.3, and trust the certificates of this PEM file and who is signed by them.")
    private @Nullable String ca;

    @Option(names = "--tls-host", paramLabel = "NAME", order = 55,
        description = "The name in the server's certificate, if it is not that of --url.")
    private @Nullable String host;

    @Option(names = "--tls-cert", paramLabel = "FILE", order = 56,
        description = "Show this certificate to a server that asks for one.")
    private @Nullable String certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", order = 57,
        description = "The certificate's private key as PEM, in PKCS#8 form (BEGIN PRIVATE KEY).")
    private @Nullable String key;

    public SecureClientOptions(CommandContext context, PasswordOption.Use use) {
        this.context = context;
        this.use = use;
    }

    /**
     * Takes over what was given.
     *
     * @param command to complain about, if what was given does not fit together
     * @param options of the client, to be changed
     */
    public void apply(CommandSpec command, ClientOptions options) {
        if (tls || ca != null) {
            options.tls(tls(command));
        } else {
            OptionValues.refuse(command, List.of("--tls-host", "--tls-cert", "--tls-key"),
                "is for TLS; add --ca FILE or --tls, or leave it out");
        }
        if (user == null) {
            OptionValues.refuse(command, List.of("--password-file"), "needs --user NAME; add it, or leave it out");
            return;
        }
        final char[] given = password.read(command, context, "Password of " + user, use);
        try {
            options.user(user, given);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(command, "--user", user, String.valueOf(e.getMessage()), e);
        } finally {
            Arrays.fill(given, '\0');
        }
    }

    private ClientTls tls(CommandSpec command) {
        ClientTls made = ca == null ? ClientTls.trustingJava() : ClientTls.trusting(path(ca));
        if (host != null) {
            made = made.host(host);
        }
        if (certificate != null && key != null) {
            return made.certificate(path(certificate), path(key));
        }
        OptionValues.refuse(command, List.of("--tls-cert", "--tls-key"),
            "needs the other of --tls-cert and --tls-key; add it, or leave both out");
        return made;
    }

    private Path path(String name) {
        return context.files().getPath(name);
    }
}
