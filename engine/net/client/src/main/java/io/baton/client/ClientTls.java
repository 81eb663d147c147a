package io.baton.client;

import io.baton.protocol.Reason;
import io.baton.tls.Pem;
import io.baton.tls.TlsFailure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom a client trusts, and how it shows who it is, by TLS 1.3. The server's certificate must hold now, be signed by
 * somebody who is trusted, and be for the host that the client connects to. Immutable; files are read for each
 * connection.
 */
public final class ClientTls {

    private static final String VERSION = "TLSv1.3";

    private final @Nullable Path ca;
    private final @Nullable Path certificate;
    private final @Nullable Path key;
    private final @Nullable String host;
    private final boolean anyHost;

    private ClientTls(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key, @Nullable String host,
            boolean anyHost) {
        this.ca = ca;
        this.certificate = certificate;
        this.key = key;
        this.host = host;
        this.anyHost = anyHost;
    }

    /**
     * Trusts those whom Java trusts: the public authorities.
     *
     * @return TLS
     */
    public static ClientTls trustingJava() {
        return new ClientTls(null, null, null, null, false);
    }

    /**
     * Trusts the certificates of a file and who is signed by them, and nobody else.
     *
     * @param ca a PEM file
     * @return TLS
     */
    public static ClientTls trusting(Path ca) {
        return new ClientTls(ca, null, null, null, false);
    }

    /**
     * Shows a certificate to servers that ask for one.
     *
     * @param newCertificate a PEM file, with the certificates that it is signed by behind it
     * @param newKey its private key in PKCS#8 form, not encrypted
     * @return this TLS with them
     */
    public ClientTls certificate(Path newCertificate, Path newKey) {
        return new ClientTls(ca, newCertificate, newKey, host, anyHost);
    }

    /**
     * Expects another name in the server's certificate than that of the address.
     *
     * @param newHost the name
     * @return this TLS with it
     */
    public ClientTls host(String newHost) {
        return new ClientTls(ca, certificate, key, newHost, false);
    }

    /**
     * Takes the certificate of any host: all who have a certificate that is trusted can then be the server.
     *
     * @return this TLS without that check
     */
    public ClientTls anyHost() {
        return new ClientTls(ca, certificate, key, null, true);
    }

    /**
     * Reads the files.
     *
     * @throws IOException if one cannot be read; it says so in one sentence
     */
    SslContext context() throws IOException {
        final SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK).protocols(VERSION)
            .endpointIdentificationAlgorithm(anyHost ? "" : "HTTPS");
        if (ca != null) {
            builder.trustManager(Pem.certificates(read(ca), ca.toString()));
        }
        if (certificate != null && key != null) {
            final List<X509Certificate> chain = Pem.certificates(read(certificate), certificate.toString());
            final PrivateKey own = Pem.key(read(key), key.toString());
            Pem.checkPair(chain.getFirst(), own, key.toString());
            builder.keyManager(own, chain);
        }
        return builder.build();
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Encrypts a new connection. */
    void addTo(Channel channel, SslContext context, InetSocketAddress address, Deadline deadline, Link link) {
        final SslHandler handler = context.newHandler(channel.alloc(), host(address), address.getPort());
        handler.setHandshakeTimeoutMillis(deadline.leftMillis());
        channel.pipeline().addLast(handler, new ChannelInboundHandlerAdapter() {
            @Override
            public void userEventTriggered(ChannelHandlerContext caught, Object event) {
                if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
                    link.end(reason(handshake.cause()), failure(handshake.cause(), address));
                }
                caught.fireUserEventTriggered(event);
            }
        });
    }

    private String host(InetSocketAddress address) {
        return host == null ? address.getHostString() : host;
    }

    /** A server that has gone or hangs may be up again later, and another one may be there. */
    static Reason reason(Throwable failure) {
        return TlsFailure.isGone(failure) || TlsFailure.find(failure, SslHandshakeTimeoutException.class) != null
            ? Reason.NO_CONNECTION : Reason.NOT_ENCRYPTED;
    }

    /** Why there is no TLS, in a sentence. */
    String failure(Throwable failure, InetSocketAddress address) {
        final String why = TlsFailure.isGone(failure)
            ? "it has closed the connection; it may not speak TLS"
            : TlsFailure.ofServer(failure, host(address), certificate != null);
        return "no encrypted connection to " + ClientOptions.text(address) + ": " + why;
    }
}
