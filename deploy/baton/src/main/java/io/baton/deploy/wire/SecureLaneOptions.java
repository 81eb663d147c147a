package io.baton.deploy.wire;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.OptionValues;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of lock servers and their clients that say how lanes over TCP are protected. */
public final class SecureLaneOptions {

    @Option(names = "--tls-cert", paramLabel = "FILE", order = 41,
        description = "Encrypt lanes over TCP by TLS 1.3, with certificates on both sides: this process's own as PEM, "
            + "with those that it is signed by behind it.")
    private @Nullable String certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", order = 42,
        description = "The certificate's private key as PEM, in PKCS#8 form (BEGIN PRIVATE KEY).")
    private @Nullable String key;

    @Option(names = "--tls-ca", paramLabel = "FILE", order = 43,
        description = "Take only peers whose certificate one of this PEM file has signed.")
    private @Nullable String ca;

    @Option(names = "--insecure-address", order = 44,
        description = "Use addresses beyond this machine even without TLS.")
    private boolean insecure;

    public LaneSettings settings(CommandSpec command) {
        if (certificate != null && key != null && ca != null) {
            OptionValues.refuse(command, List.of("--insecure-address"),
                "is for lanes without TLS; leave it out, or the files of TLS");
            return new LaneSettings(certificate, key, ca, "", false);
        }
        OptionValues.refuse(command, List.of("--tls-cert", "--tls-key", "--tls-ca"),
            "is for TLS, which needs all three of --tls-cert, --tls-key and --tls-ca; add what is missing, or leave it "
                + "out");
        return new LaneSettings("", "", "", "", insecure);
    }

    /**
     * Reads the files.
     *
     * @param command whose options they are
     * @param context the machine
     * @param settings what was given
     * @return how lanes are protected
     * @throws ParameterException if a file cannot be read; it says so in one sentence
     */
    public static LaneSecurity open(CommandSpec command, CommandContext context, LaneSettings settings) {
        try {
            return settings.open(context.files());
        } catch (IOException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
