package io.baton.tls;

import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says in a few words why a handshake has failed, of what the JDK throws. */
public final class TlsFailure {

    private static final Pattern ALERT = Pattern.compile("Received fatal alert: ([a-z_]{1,40})");
    private static final int CAUSES_MAX = 20;

    private TlsFailure() {
    }

    /**
     * Looks for a cause.
     *
     * @param failure what was thrown
     * @param type of the cause
     * @param <T> the type
     * @return the failure or one of its causes, or null if none is of the type
     */
    public static <T> @Nullable T find(@Nullable Throwable failure, Class<T> type) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
            cause = cause.getCause();
        }
        return null;
    }

    /**
     * Says whether the other side has gone without a word.
     *
     * @param failure what was thrown
     * @return whether the connection was closed during the handshake
     */
    public static boolean isGone(Throwable failure) {
        return find(failure, ClosedChannelException.class) != null
            || messages(failure).contains("Connection closed while");
    }

    /**
     * For a server.
     *
     * @param failure what was thrown
     * @return why there is no TLS with a client, the end of a sentence
     */
    public static String ofClient(Throwable failure) {
        final String alert = alert(failure);
        if (alert != null) {
            return "it does not accept the server's certificate or its conditions (" + alert + ")";
        }
        final String message = messages(failure);
        return message.contains("Empty client certificate chain") ? "it has shown no certificate, which is required"
            : certificate("its certificate", failure);
    }

    /**
     * For a client.
     *
     * @param failure what was thrown
     * @param host whom the client wants to talk to
     * @param shown whether the client has a certificate of its own
     * @return why there is no TLS with the server, a sentence without its end
     */
    public static String ofServer(Throwable failure, String host, boolean shown) {
        final String alert = alert(failure);
        if (alert != null && (alert.contains("certificate") || alert.equals("unknown_ca"))) {
            return "the server " + (shown ? "does not accept the client's certificate"
                : "requires a certificate of the client; give one with its key") + " (" + alert + ")";
        }
        if (alert != null) {
            return "the server has ended the TLS handshake (" + alert + ")";
        }
        final String messages = messages(failure);
        if (messages.contains("No name matching") || messages.contains("No subject alternative")) {
            return "the server's certificate is for another host than " + host
                + "; connect by a name that is in the certificate";
        }
        return certificate("the server's certificate", failure);
    }

    private static String certificate(String whose, Throwable failure) {
        if (find(failure, CertificateExpiredException.class) != null) {
            return whose + " has expired: " + detail(find(failure, CertificateExpiredException.class));
        }
        if (find(failure, CertificateNotYetValidException.class) != null) {
            return whose + " is not valid yet: " + detail(find(failure, CertificateNotYetValidException.class));
        }
        if (find(failure, CertPathBuilderException.class) != null) {
            return whose + " is signed by nobody who is trusted";
        }
        if (find(failure, CertPathValidatorException.class) != null
            || find(failure, CertificateException.class) != null) {
            return whose + " is not trusted: " + innermost(failure);
        }
        return "the handshake has failed: " + innermost(failure);
    }

    /**
     * Returns what the other side has said before it ended the handshake.
     *
     * @param failure what was thrown
     * @return the name of its alert, or null if it has sent none
     */
    public static @Nullable String alert(Throwable failure) {
        final Matcher matcher = ALERT.matcher(messages(failure));
        return matcher.find() ? matcher.group(1) : null;
    }

    private static String detail(@Nullable Throwable cause) {
        return cause == null ? "" : String.valueOf(cause.getMessage());
    }

    /**
     * Returns what failure and causes say.
     *
     * @param failure what was thrown
     * @return a line for each
     */
    public static String messages(Throwable failure) {
        final StringBuilder all = new StringBuilder();
        Throwable cause = failure;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            all.append(cause.getMessage()).append('\n');
            cause = cause.getCause();
        }
        return all.toString();
    }

    /**
     * Returns what the first cause says.
     *
     * @param failure what was thrown
     * @return its message
     */
    public static String innermost(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < CAUSES_MAX && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }
}
