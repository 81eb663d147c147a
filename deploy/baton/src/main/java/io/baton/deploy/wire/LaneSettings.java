package io.baton.deploy.wire;

import io.baton.wire.tls.LaneSecurity;
import io.baton.wire.tls.LaneTls;
import io.baton.wire.tls.LaneTlsFiles;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.util.List;

/**
 * How lanes over TCP are protected, in words that can be handed to a process of one's own.
 *
 * @param certificate a PEM file, or empty without TLS
 * @param key a PEM file, or empty without TLS
 * @param ca a PEM file, or empty without TLS
 * @param host the name in the lock servers' certificates, or empty for that of their addresses
 * @param insecure whether other machines are reached without TLS
 */
public record LaneSettings(String certificate, String key, String ca, String host, boolean insecure) {

    /** How many words there are. */
    public static final int WORDS = 5;

    /** {@return no TLS, and this machine only} */
    public static LaneSettings none() {
        return new LaneSettings("", "", "", "", false);
    }

    /** {@return the same for lock servers whose certificates have this name} */
    public LaneSettings withHost(String name) {
        return new LaneSettings(certificate, key, ca, name, insecure);
    }

    /** {@return the settings as words} */
    public List<String> words() {
        return List.of(certificate, key, ca, host, Boolean.toString(insecure));
    }

    /** {@return the settings of {@link #words}} */
    public static LaneSettings of(List<String> words) {
        return new LaneSettings(words.get(0), words.get(1), words.get(2), words.get(3),
            Boolean.parseBoolean(words.get(4)));
    }

    /**
     * Reads the files.
     *
     * @param files where they are
     * @return how lanes are protected
     * @throws IOException if one cannot be read; it says so in one sentence
     */
    public LaneSecurity open(FileSystem files) throws IOException {
        if (certificate.isEmpty()) {
            return insecure ? LaneSecurity.insecure() : LaneSecurity.loopbackOnly();
        }
        final LaneTls tls =
            LaneTls.open(new LaneTlsFiles(files.getPath(certificate), files.getPath(key), files.getPath(ca)));
        return LaneSecurity.encrypted(host.isEmpty() ? tls : tls.host(host));
    }
}
