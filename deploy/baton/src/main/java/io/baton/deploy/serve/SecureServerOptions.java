package io.baton.deploy.serve;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.OptionValues;
import io.baton.server.ServerOptions;
import io.baton.server.tls.TlsFiles;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a server that say who may reach it, and how. */
final class SecureServerOptions {

    private final CommandContext context;

    @Option(names = "--tls-cert", paramLabel = "FILE", order = 8,
        description = "Encrypt by TLS 1.3: the server's certificate as PEM, with those that it is signed by behind it."
            + " Read again when it changes.")
    private @Nullable String certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", order = 9,
        description = "The certificate's private key as PEM, in PKCS#8 form (BEGIN PRIVATE KEY).")
    private @Nullable String key;

    @Option(names = "--tls-client-ca", paramLabel = "FILE", order = 10,
        description = "Require of clients a certificate that is signed by one of this file.")
    private @Nullable String clientCa;

    @Option(names = "--tls-client-optional", order = 11,
        description = "Check certificates of clients that have one, and take others too.")
    private boolean clientOptional;

    @Option(names = "--users", paramLabel = "FILE", order = 12,
        description = "Let only users in, as 'baton user' has written them. Read again when it changes.")
    private @Nullable String users;

    @Option(names = "--insecure-address", order = 13,
        description = "Listen to addresses that other machines reach even without TLS or without users.")
    private boolean insecure;

    SecureServerOptions(CommandContext context) {
        this.context = context;
    }

    void apply(CommandSpec command, ServerOptions options) {
        if (certificate == null || key == null) {
            final String without = "is for TLS, which needs --tls-cert and --tls-key; add what is missing, or leave it "
                + "out";
            OptionValues.refuse(command,
                List.of("--tls-cert", "--tls-key", "--tls-client-ca", "--tls-client-optional"), without);
        } else {
            options.tls(files(command, TlsFiles.of(path(certificate), path(key))));
        }
        if (users != null) {
            options.users(path(users));
        }
        if (insecure) {
            options.allowInsecureAddress();
        }
    }

    private TlsFiles files(CommandSpec command, TlsFiles files) {
        if (clientCa == null) {
            OptionValues.refuse(command, List.of("--tls-client-optional"),
                "says how certificates of clients are checked; add --tls-client-ca FILE, or leave it out");
            return files;
        }
        return clientOptional ? files.checkClients(path(clientCa)) : files.requireClients(path(clientCa));
    }

    private Path path(String name) {
        return context.files().getPath(name);
    }
}
