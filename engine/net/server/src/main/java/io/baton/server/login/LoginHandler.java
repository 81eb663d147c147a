package io.baton.server.login;

import io.baton.protocol.Frame;
import io.baton.protocol.FrameHandler;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.Welcome;
import io.baton.protocol.scram.ChannelBinding;
import io.baton.protocol.scram.ScramKeys;
import io.baton.protocol.scram.ScramServer;
import io.baton.server.users.Access;
import io.baton.server.users.UserList;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a client's frames from its connection until it has proved who it is; then it hands over the client's HELLO, and
 * goes. All that it tells a client whose login has failed is the same for all reasons.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel, which everybody is told.
final class LoginHandler extends FrameHandler {

    /** What comes next. */
    private enum State {
        /** The client's HELLO. */
        HELLO,
        /** Its AUTHENTICATE. */
        AUTHENTICATE,
        /** Its PROOF. */
        PROOF,
        /** Nothing until the proof is checked and answered. */
        WAITING,
        /** What the connection is for. */
        PASSED,
        /** Nothing more: the login was refused. */
        ENDED
    }

    private static final String TOO_MANY =
        "too many logins of this user or from this address have failed; connect later";
    private static final String WRONG = "the login has failed: there is no such user, or the password is wrong";

    private final Logins logins;
    private final LoginListener connection;
    private State state = State.HELLO;
    private boolean entered;
    /** What its proof waits for; null unless it waits. */
    private FailedLogins.@Nullable Turn turn;
    private @Nullable Hello hello;
    private int helloRequest;
    private int proofRequest;
    private @Nullable ScramServer scram;
    private String user = "";
    private String address = "";
    private String proof = "";

    LoginHandler(Logins logins, LoginListener connection) {
        this.logins = logins;
        this.connection = connection;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        final SocketAddress remote = context.channel().remoteAddress();
        address = remote instanceof InetSocketAddress internet ? FailedLogins.owner(internet.getAddress())
            : String.valueOf(remote);
        context.fireChannelActive();
        entered = true;
        if (!logins.enter()) {
            refuse(Reason.TOO_BUSY, logins.loginsMax() + " logins are under way; connect later",
                logins.loginsMax() + " logins are under way");
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        super.handlerRemoved(context);
        if (entered) {
            entered = false;
            logins.leave();
        }
        waitsNoLonger();
    }

    @Override
    protected int frameBytesMax() {
        return ProtocolLimits.HELLO_BYTES_MAX;
    }

    @Override
    protected boolean paused() {
        return state == State.WAITING || state == State.PASSED || state == State.ENDED;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (paused()) {
            ReferenceCountUtil.release(message);
            if (state == State.WAITING) {
                malformed(context, new MalformedFrameException("more before its login was answered"));
            }
            return;
        }
        super.channelRead(context, message);
        if (state == State.PASSED) {
            handOver(context);
        }
    }

    @Override
    protected void frame(ChannelHandlerContext context, FrameType type, int flags, int request, ByteBuf body) {
        switch (state) {
            case HELLO -> {
                require(type, FrameType.HELLO);
                greet(context, request, Hello.read(body));
            }
            case AUTHENTICATE -> {
                require(type, FrameType.AUTHENTICATE);
                challenge(context, request, TextCodec.read(body), TextCodec.read(body));
            }
            case PROOF -> {
                require(type, FrameType.PROOF);
                proofRequest = request;
                proof = TextCodec.read(body);
                beginCheck(context);
            }
            default -> throw new IllegalStateException("a frame while the login is " + state);
        }
    }

    private static void require(FrameType type, FrameType wanted) {
        if (type != wanted) {
            throw new MalformedFrameException("a frame of type " + type + " before " + wanted);
        }
    }

    private void greet(ChannelHandlerContext context, int request, Hello said) {
        final String misfit = said.misfit();
        if (misfit != null) {
            refuse(Reason.NOT_CALLABLE, misfit, misfit);
            return;
        }
        hello = said;
        helloRequest = request;
        state = State.AUTHENTICATE;
        answer(context, FrameType.AUTHENTICATION, request,
            body -> Welcome.writeTexts(body, ScramServer.mechanisms(certificate(context) != null)));
    }

    private void challenge(ChannelHandlerContext context, int request, String mechanism, String first) {
        final UserList users = logins.users().list();
        if (users == null) {
            refuse(Reason.LOGIN_REFUSED, "nobody can log in now: the server cannot read its users",
                "the users cannot be read");
            return;
        }
        final X509Certificate certificate = certificate(context);
        final ScramServer begun = new ScramServer(mechanism, first,
            certificate == null ? null : ChannelBinding.of(certificate), logins.nonce());
        scram = begun;
        user = Logins.prepared(begun.user());
        final ScramKeys keys = users.keys(user);
        state = State.PROOF;
        answer(context, FrameType.CHALLENGE, request, body -> TextCodec.write(body, begun.challenge(keys)));
    }

    private void beginCheck(ChannelHandlerContext context) {
        final FailedLogins.Turn begun = logins.failed().begin(user, address, false);
        if (begun == null) {
            refuse(Reason.TOO_BUSY, TOO_MANY, "too many logins of " + user + " or from its address have failed");
            return;
        }
        turn = begun;
        if (begun.nanos() == 0) {
            check(context, begun);
        } else {
            later(context, begun.nanos(), () -> {
                check(context, begun);
                if (state == State.PASSED) {
                    handOver(context);
                }
            });
        }
    }

    /** Unless the connection has ended before. */
    private void later(ChannelHandlerContext context, long nanos, Runnable task) {
        state = State.WAITING;
        context.executor().schedule(() -> {
            if (state == State.WAITING && !context.isRemoved()) {
                task.run();
            }
        }, nanos, TimeUnit.NANOSECONDS);
    }

    private void waitsNoLonger() {
        final FailedLogins.Turn over = turn;
        if (over != null) {
            turn = null;
            logins.failed().end(over);
        }
    }

    private void check(ChannelHandlerContext context, FailedLogins.Turn its) {
        waitsNoLonger();
        final ScramServer begun = scram;
        final UserList users = logins.users().list();
        if (begun == null) {
            throw new IllegalStateException("a proof without a challenge");
        }
        final String signature;
        try {
            signature = begun.answer(proof);
        } catch (MalformedFrameException e) {
            // When it has waited, nobody above would catch it.
            malformed(context, e);
            return;
        }
        final boolean exists = users != null && users.find(user) != null;
        if (signature == null || !exists) {
            logins.failed().failed(user, address);
            final String why = "the login of " + user + " has failed: " + (exists ? "wrong password" : "no such user");
            if (its.busyIfWrong()) {
                refuse(Reason.TOO_BUSY, TOO_MANY, why);
            } else if (its.answerNanos() == 0) {
                refuse(Reason.LOGIN_FAILED, WRONG, why);
            } else {
                later(context, its.answerNanos(), () -> refuse(Reason.LOGIN_FAILED, WRONG, why));
            }
            return;
        }
        logins.failed().succeeded(user, address);
        state = State.PASSED;
        answer(context, FrameType.PROVED, proofRequest, body -> TextCodec.write(body, signature));
    }

    private void handOver(ChannelHandlerContext context) {
        final Hello said = hello;
        if (said == null) {
            throw new IllegalStateException("a login without HELLO");
        }
        final ByteBuf rest = takeCollected();
        context.pipeline().remove(this);
        connection.loggedIn(Access.of(logins.users(), user));
        context.fireChannelRead(Frame.of(context.alloc(), FrameType.HELLO, helloRequest, said::write));
        if (rest != null) {
            context.fireChannelRead(rest);
        }
        context.fireChannelReadComplete();
    }

    private static @Nullable X509Certificate certificate(ChannelHandlerContext context) {
        final SslHandler tls = context.pipeline().get(SslHandler.class);
        final Certificate[] chain = tls == null ? null : tls.engine().getSession().getLocalCertificates();
        return chain != null && chain.length > 0 && chain[0] instanceof X509Certificate first ? first : null;
    }

    private static void answer(
            ChannelHandlerContext context, FrameType type, int request, Consumer<ByteBuf> body) {
        context.writeAndFlush(Frame.of(context.alloc(), type, request, body));
    }

    private void refuse(Reason reason, String message, String logged) {
        state = State.ENDED;
        connection.refuse(reason, message, logged);
    }

    @Override
    protected void malformed(ChannelHandlerContext context, MalformedFrameException why) {
        state = State.ENDED;
        connection.end("it has sent " + why.getMessage());
    }
}
