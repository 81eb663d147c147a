package io.baton.wire.tls;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLEngine;

/** Says in one sentence why there is no TLS with a peer, of what the JDK throws. */
public final class LaneTlsFailure {

    private static final Pattern ALERT = Pattern.compile("Received fatal alert: ([a-z_]{1,40})");
    private static final int CAUSES_MAX = 20;

    private LaneTlsFailure() {
    }

    /**
     * Finds the words.
     *
     * @param failure what was thrown
     * @param engine by which this side talks
     * @return a sentence without its end
     */
    public static String sentence(Throwable failure, SSLEngine engine) {
        final boolean client = engine.getUseClientMode();
        final String all = messages(failure);
        final Matcher alert = ALERT.matcher(all);
        if (alert.find()) {
            return ofAlert(alert.group(1), client);
        }
        if (all.contains("Empty client certificate chain")) {
            return "no TLS: it has shown no certificate that the authorities of this lock server have signed";
        }
        if (all.contains("No name matching") || all.contains("No subject alternative")) {
            return "no TLS: the lock server's certificate is for another host than " + engine.getPeerHost()
                + "; name the host as the certificate does";
        }
        final String whose = client ? "the lock server's certificate" : "its certificate";
        if (all.contains(CertificateExpiredException.class.getSimpleName())) {
            return "no TLS: " + whose + " has expired";
        }
        if (all.contains(CertificateNotYetValidException.class.getSimpleName())) {
            return "no TLS: " + whose + " is not valid yet";
        }
        if (all.contains(CertPathBuilderException.class.getSimpleName())) {
            return "no TLS: " + whose + " is not signed by an authority that this process trusts";
        }
        return "no TLS: " + innermost(failure);
    }

    private static String ofAlert(String alert, boolean client) {
        if (!client) {
            return "no TLS: it does not accept the lock server's certificate, or its version of TLS (" + alert + ")";
        }
        return alert.contains("certificate") || alert.equals("unknown_ca")
            ? "no TLS: the lock server does not accept the certificate of this process (" + alert
                + "); show one that an authority of the lock server has signed, and that holds today"
            : "no TLS: the lock server has ended the handshake (" + alert + ")";
    }

    private static String messages(Throwable failure) {
        final StringBuilder all = new StringBuilder();
        Throwable cause = failure;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            all.append(cause.getClass().getSimpleName()).append(' ').append(cause.getMessage()).append('\n');
            cause = cause.getCause();
        }
        return all.toString();
    }

    private static String innermost(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < CAUSES_MAX && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }
}
