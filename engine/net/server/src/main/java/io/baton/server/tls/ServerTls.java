package io.baton.server.tls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.server.files.WatchedFile;
import io.baton.tls.Pem;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.PrivateKey;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The TLS of one server. Thread-safe. */
public final class ServerTls {

    private static final String VERSION = "TLSv1.3";

    private final Consumer<String> log;
    private final boolean required;
    private final Duration handshakeTimeout;
    @GuardedBy("this")
    private final WatchedFile certificate;
    @GuardedBy("this")
    private final WatchedFile key;
    @GuardedBy("this")
    private final @Nullable WatchedFile clientCa;
    /** What was logged of files that cannot be used; empty while they can be. */
    @GuardedBy("this")
    private String complaint = "";
    private volatile SslContext context;

    private ServerTls(TlsFiles files, Duration handshakeTimeout, Consumer<String> log) throws IOException {
        this.log = log;
        this.required = files.clientsRequired();
        this.handshakeTimeout = handshakeTimeout;
        this.certificate = new WatchedFile(files.certificate());
        this.key = new WatchedFile(files.key());
        this.clientCa = files.clientCa() == null ? null : new WatchedFile(files.clientCa());
        this.context = read();
    }

    /**
     * Reads the files.
     *
     * @param files which
     * @param handshakeTimeout how long a handshake may take
     * @param log takes a line when files cannot be read later, or when a certificate does not hold now
     * @return the TLS of new connections
     * @throws IOException if the files cannot be read or do not fit; it says so in one sentence
     */
    public static ServerTls open(TlsFiles files, Duration handshakeTimeout, Consumer<String> log) throws IOException {
        return new ServerTls(files, handshakeTimeout, log);
    }

    /**
     * Reads the files again if one has changed, or could not be read the last time. If they cannot be used, those of
     * before stay in use.
     */
    public synchronized void refresh() {
        if (certificate.hasChanged() || key.hasChanged() || (clientCa != null && clientCa.hasChanged())) {
            try {
                context = read();
                complaint = "";
            } catch (IOException e) {
                complain("goes on with the certificates that it has, as " + e.getMessage());
            }
        }
    }

    @GuardedBy("this")
    private void complain(String line) {
        if (!line.equals(complaint)) {
            complaint = line;
            log.accept(line);
        }
    }

    /**
     * Encrypts a new connection.
     *
     * @param pipeline of the connection, still empty
     * @param allocator for its buffers
     * @param listener is told if the handshake fails
     */
    public void addTo(ChannelPipeline pipeline, ByteBufAllocator allocator, TlsListener listener) {
        pipeline.addLast(handler(allocator), new TlsWatch(listener));
    }

    /**
     * Makes what encrypts a new connection that says by itself why there is no TLS with it.
     *
     * @param allocator for its buffers
     * @return the handler, to be the connection's first
     */
    public SslHandler handler(ByteBufAllocator allocator) {
        final SslHandler handler = context.newHandler(allocator);
        handler.setHandshakeTimeoutMillis(Math.max(1, handshakeTimeout.toMillis()));
        return handler;
    }

    private synchronized SslContext read() throws IOException {
        // All are read before one is judged: a file is complained of once, and again when it has changed.
        final byte[] certificateBytes = certificate.read();
        final byte[] keyBytes = key.read();
        final byte[] caBytes = clientCa == null ? null : clientCa.read();
        final List<X509Certificate> chain = Pem.certificates(certificateBytes, certificate.name());
        final PrivateKey privateKey = Pem.key(keyBytes, key.name());
        Pem.checkPair(chain.getFirst(), privateKey, key.name());
        warn(chain.getFirst());
        final SslContextBuilder builder =
            SslContextBuilder.forServer(privateKey, chain.toArray(X509Certificate[]::new))
                .sslProvider(SslProvider.JDK).protocols(VERSION);
        if (clientCa != null && caBytes != null) {
            builder.trustManager(Pem.certificates(caBytes, clientCa.name()).toArray(X509Certificate[]::new))
                .clientAuth(required ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
        }
        return builder.build();
    }

    private void warn(X509Certificate own) {
        try {
            own.checkValidity();
        } catch (CertificateExpiredException e) {
            log.accept("clients will refuse the server's certificate, which has expired on "
                + own.getNotAfter().toInstant());
        } catch (CertificateNotYetValidException e) {
            log.accept("clients will refuse the server's certificate, which is not valid before "
                + own.getNotBefore().toInstant());
        }
    }
}
