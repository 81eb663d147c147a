package io.baton.server;

import io.baton.engine.observe.CallOrigin;
import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameHandler;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.server.login.LoginListener;
import io.baton.server.tls.TlsListener;
import io.baton.server.users.Access;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One client. Belongs to its channel's event loop, but for what is said to be for any thread. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel, which everybody is told.
final class Connection extends FrameHandler implements LoginListener, TlsListener, ConnectionCalls.Answers {

    private final BatonServer server;
    private final ServerOptions options;
    /** Null until the client has said HELLO. */
    private @Nullable ConnectionCalls calls;
    /** Null until the client has logged in, if it must. */
    private @Nullable VisibleProcedures visible;
    @Nullable
    ChannelHandlerContext channel;
    private @Nullable SilenceWatch silence;
    private @Nullable Hello hello;
    private boolean closed;

    Connection(BatonServer server, ServerOptions options) {
        this.server = server;
        this.options = options;
    }

    @Override
    public void loggedIn(Access access) {
        visible = new VisibleProcedures(server.procedures(), access, event -> server.log(context().channel(), event));
    }

    private VisibleProcedures visible() {
        final VisibleProcedures seen = visible;
        if (seen == null) {
            throw new IllegalStateException("a frame before the login");
        }
        return seen;
    }

    private ChannelHandlerContext context() {
        final ChannelHandlerContext context = channel;
        if (context == null) {
            throw new IllegalStateException("the connection has not begun");
        }
        return context;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context;
        if (!server.opened(this)) {
            final String many = options.connectionsMax + " connections are open; close some, or connect later";
            refuse(Reason.TOO_BUSY, many, many);
            return;
        }
        silence = new SilenceWatch(this, options, context);
        silence.begin();
    }

    private void sign() {
        final SilenceWatch watch = silence;
        if (watch != null) {
            watch.sign();
        }
    }

    /** Its calls; null until the client has said HELLO. */
    @Nullable
    ConnectionCalls calls() {
        return calls;
    }

    private ConnectionCalls begunCalls() {
        return Objects.requireNonNull(calls, "comes with HELLO");
    }

    /** Whether a call is under way. */
    boolean isBusy() {
        return calls != null && calls.isRunning();
    }

    /** Where it comes from. */
    CallOrigin origin() {
        return new CallOrigin(visible == null ? null : visible.user(), channel == null ? "" : text(channel.channel()),
            hello == null ? "" : hello.name());
    }

    private static String text(Channel channel) {
        final @Nullable Object address = channel.remoteAddress();
        return address instanceof InetSocketAddress internet
            ? internet.getAddress().getHostAddress() + ":" + internet.getPort() : String.valueOf(address);
    }

    /** Whether the client has logged in, or need not. */
    boolean isLoggedIn() {
        return visible != null;
    }

    @Override
    protected int frameBytesMax() {
        return hello == null ? ProtocolLimits.HELLO_BYTES_MAX : options.frameBytesMax;
    }

    /** Whether frames wait: the client does not take what it has been sent. */
    @Override
    protected boolean paused() {
        final ChannelHandlerContext context = channel;
        return closed || (context != null && !context.channel().isWritable());
    }

    /** A call waits while so many are under way. What ends one of them, or tells that its client lives, does not. */
    @Override
    protected boolean holdsBack(FrameType type) {
        return type == FrameType.CALL && calls != null && calls.isFull();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        sign();
        super.channelRead(context, message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
        regulate(context);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        sign();
        regulate(context);
    }

    private void regulate(ChannelHandlerContext context) {
        if (!paused()) {
            cut(context);
            context.flush();
        }
        // With nothing to hand out it is read from even then: nobody would see it close otherwise.
        final boolean read = !isBlocked();
        if (context.channel().config().isAutoRead() != read) {
            context.channel().config().setAutoRead(read);
        }
    }

    @Override
    protected void frame(ChannelHandlerContext context, FrameType type, int flags, int request, ByteBuf body) {
        if (hello == null) {
            if (type != FrameType.HELLO) {
                throw new MalformedFrameException("a frame of type " + type + " before HELLO");
            }
            visible();
            greet(context, request, Hello.read(body));
            return;
        }
        if (request == 0 && type != FrameType.GOODBYE) {
            throw new MalformedFrameException("a frame of type " + type + " without a request number");
        }
        switch (type) {
            case CALL -> call(context, request, body, flags);
            case BEGIN -> answer(request, begunCalls().transactions().begin(body, flags, visible().refusal()));
            case COMMIT -> begunCalls().transactions().commit(body.readIntLE(), request, visible().refusal());
            case ROLLBACK -> begunCalls().transactions().rollback(body.readIntLE(), request);
            case CANCEL -> begunCalls().cancel(request);
            case FETCH -> {
                final int rows = Math.max(0, body.readIntLE());
                final Answer withheld = begunCalls().withheld(request, visible());
                context.write(withheld == null ? begunCalls().nextPage(request, rows)
                    : ResultWriter.frame(context.alloc(), request, withheld, takenBytesMax()));
            }
            case DESCRIBE -> context.write(visible().description(context.alloc(), request, TextCodec.read(body),
                takenBytesMax()));
            case LIST ->
                context.write(visible().listing(context.alloc(), request, TextCodec.read(body), takenBytesMax()));
            case PING -> context.write(ServerFrames.pong(context.alloc(), request, options.clock.getAsLong()));
            case GOODBYE -> {
                TextCodec.read(body);
                leave(context);
            }
            default -> throw new MalformedFrameException("a frame of type " + type + " from a client");
        }
    }

    private void greet(ChannelHandlerContext context, int request, Hello said) {
        final String misfit = said.misfit();
        if (misfit != null) {
            refuse(Reason.NOT_CALLABLE, misfit, misfit);
            return;
        }
        hello = said;
        calls = new ConnectionCalls(server, options, context.channel().eventLoop(), origin(), this);
        final SilenceWatch watch = silence;
        if (watch != null) {
            watch.greeted();
        }
        context.write(ServerFrames.welcome(context.alloc(), request, server.welcome()));
        if (server.isClosing()) {
            goodbye();
        }
    }

    @Override
    public void refuse(Reason reason, String message, String logged) {
        final ChannelHandlerContext context = context();
        if (!closed) {
            server.log(context.channel(), "refused, as " + logged);
            context.writeAndFlush(ServerFrames.refused(context.alloc(), reason, message))
                .addListener(ChannelFutureListener.CLOSE);
        }
        closed = true;
    }

    private void call(ChannelHandlerContext context, int request, ByteBuf body, int flags) {
        final CallHeader header = CallHeader.read(body, flags);
        begunCalls().checkNew(request);
        final int procedure = header.procedure();
        final ServedProcedure served = visible().described(procedure);
        final byte @Nullable [] fingerprint = served == null || header.key() == null ? null
            : Fingerprint.of(served.procedure().name(), body);
        final @Nullable Object[] arguments = ServedProcedure.arguments(body, header.arguments());
        if (served == null) {
            answer(context, request, EngineAnswers.refused(Reason.NO_SUCH_PROCEDURE,
                "there is no procedure with number " + procedure + " on this connection; describe it first"));
            return;
        }
        final Answer refusal = refusal(served, arguments, header.transaction() != 0, (flags & Frame.READ_ONLY) != 0);
        if (refusal != null) {
            answer(context, request, refusal);
        } else {
            begunCalls().run(
                new RemoteCall(begunCalls().context(), server.procedures().within(served, header.transaction()),
                    VisibleProcedures.granted(served, arguments), request, header.trace(), writer(context, header)),
                header,
                fingerprint,
                arguments);
        }
    }

    /** Why a call does not begin, or null; its arguments are then those that the procedure takes. */
    private @Nullable Answer refusal(ServedProcedure served, @Nullable Object[] arguments, boolean within,
            boolean readOnly) {
        final Answer forbidden = visible().refusal(served.procedure().name());
        if (forbidden != null) {
            return forbidden;
        }
        if (server.isClosing()) {
            return EngineAnswers.refused(Reason.SHUTTING_DOWN, "the server ends; call another one");
        }
        // By itself it would be refused by the engine; within a transaction that would end it.
        if (within && !server.procedures().has(served)) {
            return EngineAnswers.refused(Reason.NO_SUCH_PROCEDURE, "procedure " + served.procedure().name()
                + " was unregistered since it was described; describe it again");
        }
        if (!begunCalls().hasRoomForPages()) {
            return EngineAnswers.refused(Reason.TOO_MANY,
                options.callsPerConnection + " results of this connection wait to be fetched; fetch or cancel some");
        }
        final Answer misfit = served.convert(arguments);
        return misfit == null ? visible().refusal(served, arguments, within, readOnly) : misfit;
    }

    private ResultWriter writer(ChannelHandlerContext context, CallHeader header) {
        return new ResultWriter(context.alloc(), takenBytesMax(), options.rowsMax, header.pageRows());
    }

    /** The largest frame that the client takes. */
    private int takenBytesMax() {
        final Hello said = hello;
        return said == null ? ProtocolLimits.HELLO_BYTES_MAX : said.frameBytesMax();
    }

    private void answer(ChannelHandlerContext context, int request, Answer answer) {
        context.write(ResultWriter.frame(context.alloc(), request, answer, takenBytesMax()));
    }

    /** What was done is committed, or has begun, if the answer is that it was committed. */
    @Override
    public void answer(int request, Answer answer) {
        final ChannelHandlerContext context = channel;
        if (closed || context == null) {
            return;
        }
        if (answer.outcome() == OutcomeKind.COMMITTED) {
            context.write(ServerFrames.done(context.alloc(), request));
        } else {
            answer(context, request, answer);
        }
        context.flush();
    }

    @Override
    public void send(RemoteCall call) {
        final ByteBuf frame = call.takeFrame();
        final ChannelHandlerContext context = channel;
        if (closed || context == null) {
            ReferenceCountUtil.release(frame);
            return;
        }
        if (frame == null) {
            end("memory did not suffice for an answer");
            return;
        }
        begunCalls().answered(call);
        context.write(frame);
    }

    @Override
    public void sent() {
        final ChannelHandlerContext context = channel;
        if (!closed && context != null) {
            context.flush();
            sign();
            regulate(context);
        }
    }

    /** Tells the client to make no more calls. */
    void goodbye() {
        final ChannelHandlerContext context = channel;
        if (!closed && context != null && hello != null) {
            context.writeAndFlush(ServerFrames.goodbye(context.alloc(), "the server ends"));
        }
    }

    /** Runs a task on the event loop, unless the server has ended, and the connection with it. Any thread. */
    void onLoop(Runnable task) {
        final ChannelHandlerContext context = channel;
        if (context != null) {
            try {
                context.executor().execute(task);
            } catch (RejectedExecutionException e) {
                // Nothing waits for it any more.
            }
        }
    }

    /** Ends it as if its client had gone. */
    void close() {
        final ChannelHandlerContext context = channel;
        if (context != null) {
            context.close();
        }
    }

    /** The client has closed the connection, but for its socket. */
    private void leave(ChannelHandlerContext context) {
        closed = true;
        context.flush();
        context.close();
    }

    @Override
    protected void malformed(ChannelHandlerContext context, MalformedFrameException why) {
        end("it has sent " + why.getMessage());
    }

    @Override
    public void end(String why) {
        final ChannelHandlerContext context = context();
        if (!closed) {
            server.log(context.channel(), "closed, as " + why);
        }
        closed = true;
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closed = true;
        final SilenceWatch watch = silence;
        if (watch != null) {
            watch.end();
        }
        server.closed(this);
        if (calls != null) {
            calls.endAll();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            // The client is gone; that is no event.
            context.close();
        } else {
            end("of " + cause);
        }
    }
}
