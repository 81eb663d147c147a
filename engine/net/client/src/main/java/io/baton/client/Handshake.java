package io.baton.client;

import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.Welcome;
import io.baton.protocol.scram.ChannelBinding;
import io.baton.protocol.scram.Scram;
import io.baton.protocol.scram.ScramClient;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The begin of a connection, from HELLO to WELCOME, with a login in between if the server asks for one. For the link's
 * event loop, but for {@link #welcome}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel, which everybody is told.
final class Handshake {

    private final Link link;
    private final ClientOptions options;
    private final SocketAddress address;
    private final Deadline deadline;
    private @Nullable ScramClient login;
    private boolean challenged;
    private boolean proved;
    private volatile @Nullable Welcome welcome;

    Handshake(Link link, ClientOptions options, SocketAddress address, Deadline deadline) {
        this.link = link;
        this.options = options;
        this.address = address;
        this.deadline = deadline;
    }

    /** Until when the server is to have said WELCOME. */
    Deadline deadline() {
        return deadline;
    }

    /** Why there is no TLS with the server. */
    String tlsFailure(Throwable cause) {
        return options.tlsFailure(cause, address);
    }

    boolean isComplete() {
        return welcome != null;
    }

    /** What the server has said last. Any thread. */
    Welcome welcome() {
        final Welcome said = welcome;
        if (said == null) {
            throw new IllegalStateException("the server has not said WELCOME");
        }
        return said;
    }

    void begin(ChannelHandlerContext context) {
        send(context, FrameType.HELLO,
            new Hello(ProtocolLimits.VERSION, options.frameBytesMax, options.name)::write);
    }

    private void send(ChannelHandlerContext context, FrameType type, Consumer<ByteBuf> body) {
        context.writeAndFlush(Frame.of(context.alloc(), type, link.nextNumber(), body));
    }

    /** Takes a frame of the handshake; returns whether the connection may be used now. */
    boolean take(ChannelHandlerContext context, FrameType type, ByteBuf body) {
        if (isComplete() && type != FrameType.REFUSED) {
            throw new MalformedFrameException("a frame of type " + type + " after WELCOME");
        }
        switch (type) {
            case AUTHENTICATION -> login(context, Welcome.readTexts(body));
            case CHALLENGE -> prove(context, TextCodec.read(body));
            case PROVED -> check(TextCodec.read(body));
            case REFUSED -> refused(TextCodec.readState(body), TextCodec.read(body));
            default -> {
                final Welcome said = Welcome.read(body);
                if (options.user != null && !proved) {
                    link.end(Reason.LOGIN_REFUSED, "the server has not asked who the client is, so it may be "
                        + "another one than is meant; connect without a user if that is right");
                    return false;
                }
                welcome = said;
                return true;
            }
        }
        return false;
    }

    private void login(ChannelHandlerContext context, List<String> mechanisms) {
        final String user = options.user;
        if (login != null) {
            throw new MalformedFrameException("a second AUTHENTICATION");
        }
        if (user == null) {
            link.end(Reason.LOGIN_REFUSED, "the server wants a login; give a user and a password");
            return;
        }
        final byte @Nullable [] binding = binding(context);
        final boolean bound = binding != null && mechanisms.contains(Scram.BOUND);
        if (!bound && !mechanisms.contains(Scram.PLAIN)) {
            link.end(Reason.LOGIN_REFUSED, "the server wants a login by " + String.join(" or ", mechanisms)
                + ", and this client knows " + Scram.PLAIN + " only");
            return;
        }
        final ScramClient begun =
            new ScramClient(user, Scram.nonce(options.random), bound ? binding : null, binding != null);
        login = begun;
        send(context, FrameType.AUTHENTICATE, body -> {
            TextCodec.write(body, begun.mechanism());
            TextCodec.write(body, begun.first());
        });
    }

    private void prove(ChannelHandlerContext context, String challenge) {
        if (challenged) {
            throw new MalformedFrameException("a second CHALLENGE");
        }
        challenged = true;
        final ScramClient begun = login();
        // The server says how long it takes: up to a second, in which others would wait for this event loop.
        link.source.apart(() -> begun.last(challenge, options.password))
            .whenComplete((last, failure) -> link.onLoop(() -> answered(context, last, failure)));
    }

    private void answered(ChannelHandlerContext context, String last, @Nullable Throwable failure) {
        final Throwable cause = failure == null ? null : LinkSource.unwrapped(failure);
        if (cause == null) {
            send(context, FrameType.PROOF, body -> TextCodec.write(body, last));
        } else if (cause instanceof MalformedFrameException wrong) {
            link.malformed(context, wrong);
        } else {
            link.exceptionCaught(context, cause);
        }
    }

    private ScramClient login() {
        final ScramClient begun = login;
        if (begun == null) {
            throw new MalformedFrameException("a frame of a login that was not begun");
        }
        return begun;
    }

    private void check(String signature) {
        proved = login().isProof(signature);
        if (!proved) {
            link.end(Reason.LOGIN_REFUSED, "the server does not know the password's keys, so it is another one than "
                + "is meant");
        }
    }

    private void refused(String sqlState, String message) {
        link.end(switch (sqlState) {
            case "28P01" -> Reason.LOGIN_FAILED;
            case "28000" -> Reason.LOGIN_REFUSED;
            case "08001" -> Reason.NOT_ENCRYPTED;
            case "53300" -> Reason.TOO_BUSY;
            default -> Reason.NO_CONNECTION;
        }, "the server has refused the connection (" + sqlState + "): " + message);
    }

    /** The server's certificate, or null if the connection is not encrypted. */
    private static byte @Nullable [] binding(ChannelHandlerContext context) {
        final SslHandler tls = context.pipeline().get(SslHandler.class);
        try {
            return tls != null
                && tls.engine().getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? ChannelBinding.of(certificate) : null;
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException("an encrypted connection without the server's certificate", e);
        }
    }
}
