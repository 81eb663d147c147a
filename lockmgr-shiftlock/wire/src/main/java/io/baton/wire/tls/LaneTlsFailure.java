package io.baton.wire.tls;

import io.baton.tls.TlsFailure;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLEngine;

/** Says in one sentence why there is no TLS with a peer, of what the JDK throws. */
public final class LaneTlsFailure {

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
        final String alert = TlsFailure.alert(failure);
        if (alert != null) {
            return ofAlert(alert, client);
        }
        final String all = TlsFailure.messages(failure);
        if (all.contains("Empty client certificate chain")) {
            return "no TLS: it has shown no certificate that the authorities of this lock server have signed";
        }
        if (all.contains("No name matching") || all.contains("No subject alternative")) {
            return "no TLS: the lock server's certificate is for another host than " + engine.getPeerHost()
                + "; name the host as the certificate does";
        }
        final String whose = client ? "the lock server's certificate" : "its certificate";
        if (TlsFailure.find(failure, CertificateExpiredException.class) != null) {
            return "no TLS: " + whose + " has expired";
        }
        if (TlsFailure.find(failure, CertificateNotYetValidException.class) != null) {
            return "no TLS: " + whose + " is not valid yet";
        }
        if (TlsFailure.find(failure, CertPathBuilderException.class) != null) {
            return "no TLS: " + whose + " is not signed by an authority that this process trusts";
        }
        return "no TLS: " + TlsFailure.innermost(failure);
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
}
