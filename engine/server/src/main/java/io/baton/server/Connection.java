package io.baton.server;

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
import io.baton.protocol.Texts;
import io.baton.protocol.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One client. Belongs to its channel's event loop, but for {@link #outgoing} and what is said to be for any thread. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel, which everybody is told.
final class Connection extends FrameHandler {

    private static final int IDLE_LOOKS = 2;

    private final BatonServer server;
    private final ServerOptions options;
    private final IntObjectMap<RemoteCall> calls = new IntObjectHashMap<>();
    /** Of {@link #calls}, those without an answer; the others have pages that wait to be fetched. */
    private int running;
    private final DescribedProcedures described;
    private final OpenTransactions transactions;
    private final OrderedCalls ordered = new OrderedCalls();
    private @Nullable ChannelHandlerContext channel;
    private @Nullable Outgoing out;
    private @Nullable Hello hello;
    private boolean leaving;
    private boolean closed;
    private long lastSignNanos;

    Connection(BatonServer server, ServerOptions options) {
        this.server = server;
        this.options = options;
        this.described = new DescribedProcedures(server.procedures());
        this.transactions = new OpenTransactions(server, this, options);
    }

    BatonServer server() {
        return server;
    }

    /** Where calls that have ended go. Any thread. */
    Outgoing outgoing() {
        final Outgoing queue = out;
        if (queue == null) {
            throw new IllegalStateException("the connection has not begun");
        }
        return queue;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context;
        out = new Outgoing(context.channel().eventLoop(), this);
        lastSignNanos = options.clock.getAsLong();
        if (!server.opened(this)) {
            refuse(context, Reason.TOO_BUSY,
                options.connectionsMax + " connections are open; close some, or connect later");
            return;
        }
        context.executor().schedule(() -> {
            if (hello == null && !closed) {
                end(context, "it has not said HELLO within " + options.handshakeTimeout.toMillis() + " ms");
            }
        }, options.handshakeTimeout.toNanos(), TimeUnit.NANOSECONDS);
        lookAgain(context);
    }

    /** Closes the connection when there has been no sign of life for too long. */
    private void lookAgain(ChannelHandlerContext context) {
        context.executor().schedule(() -> {
            if (closed) {
                return;
            }
            final boolean waits = running == 0 || !context.channel().isWritable();
            if (waits && options.clock.getAsLong() - lastSignNanos > options.idleTimeout.toNanos()) {
                end(context, running == 0 ? "it was silent for too long" : "it has taken no answers for too long");
            } else {
                lookAgain(context);
            }
        }, Math.max(1, options.idleTimeout.toNanos() / IDLE_LOOKS), TimeUnit.NANOSECONDS);
    }

    @Override
    protected int frameBytesMax() {
        return hello == null ? ProtocolLimits.HELLO_BYTES_MAX : options.frameBytesMax;
    }

    /** Whether frames wait: too many calls are under way, or the client does not take what it has been sent. */
    @Override
    protected boolean paused() {
        final ChannelHandlerContext context = channel;
        return closed || running >= options.callsPerConnection
            || (context != null && !context.channel().isWritable());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        lastSignNanos = options.clock.getAsLong();
        super.channelRead(context, message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
        regulate(context);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        lastSignNanos = options.clock.getAsLong();
        regulate(context);
    }

    private void regulate(ChannelHandlerContext context) {
        if (!paused()) {
            cut(context);
            context.flush();
        }
        // With nothing to hand out it is read from even then: nobody would see it close otherwise.
        final boolean read = !paused() || !hasCollected();
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
            greet(context, request, Hello.read(body));
            return;
        }
        if (request == 0 && type != FrameType.GOODBYE) {
            throw new MalformedFrameException("a frame of type " + type + " without a request number");
        }
        switch (type) {
            case CALL -> call(context, request, body, flags);
            case BEGIN -> answer(request, transactions.begin(body.readIntLE()));
            case COMMIT -> transactions.end(body.readIntLE(), true, request);
            case ROLLBACK -> transactions.end(body.readIntLE(), false, request);
            case CANCEL -> cancel(request);
            case FETCH -> fetch(context, request, Math.max(0, body.readIntLE()));
            case DESCRIBE -> describe(context, request, Texts.read(body));
            case LIST -> context.write(ServerFrames.listing(context.alloc(), request,
                server.procedures().namesAfter(Texts.read(body))));
            case PING -> context.write(ServerFrames.pong(context.alloc(), request));
            case GOODBYE -> {
                Texts.read(body);
                leave(context);
            }
            default -> throw new MalformedFrameException("a frame of type " + type + " from a client");
        }
    }

    private void greet(ChannelHandlerContext context, int request, Hello said) {
        if (said.version() != ProtocolLimits.VERSION) {
            refuse(context, Reason.NOT_CALLABLE, "the client speaks version " + said.version()
                + " of the protocol, and this server version " + ProtocolLimits.VERSION);
            return;
        }
        hello = said;
        context.write(ServerFrames.welcome(context.alloc(), request,
            new Welcome(ProtocolLimits.VERSION, options.frameBytesMax, options.callsPerConnection,
                Math.clamp(options.idleTimeout.toMillis(), 1, Integer.MAX_VALUE), server.incarnation(),
                options.endpoints)));
        if (server.isClosing()) {
            goodbye();
        }
    }

    private void refuse(ChannelHandlerContext context, Reason reason, String message) {
        closed = true;
        context.writeAndFlush(ServerFrames.refused(context.alloc(), reason, message))
            .addListener(ChannelFutureListener.CLOSE);
        server.log(context.channel(), "refused, as " + message);
    }

    private void call(ChannelHandlerContext context, int request, ByteBuf body, int flags) {
        final CallHeader header = CallHeader.read(body, flags);
        if (calls.containsKey(request)) {
            throw new MalformedFrameException("request number " + request + " for a second call at once");
        }
        final int procedure = header.procedure();
        final ServedProcedure served = described.find(procedure);
        final byte @Nullable [] fingerprint = served == null || header.key() == null ? null
            : Fingerprint.of(served.procedure().name(), body);
        final @Nullable Object[] arguments = ServedProcedure.arguments(body, header.arguments());
        final Answer misfit = served == null ? null : served.convert(arguments);
        if (served == null) {
            answer(context, request, EngineAnswers.refused(Reason.NO_SUCH_PROCEDURE,
                "there is no procedure with number " + procedure + " on this connection; describe it first"));
        } else if (server.isClosing()) {
            answer(context, request, EngineAnswers.refused(Reason.SHUTTING_DOWN, "the server ends; call another one"));
        } else if (calls.size() - running >= options.callsPerConnection) {
            answer(context, request, EngineAnswers.refused(Reason.TOO_MANY,
                options.callsPerConnection + " results of this connection wait to be fetched; fetch or cancel some"));
        } else if (misfit != null) {
            answer(context, request, misfit);
        } else {
            run(new RemoteCall(this, server.procedures().within(served, header.transaction()), request,
                writer(context, header)), header, fingerprint, arguments, (flags & Frame.ORDERED) != 0);
        }
    }

    private ResultWriter writer(ChannelHandlerContext context, CallHeader header) {
        final int bytes = hello == null ? ProtocolLimits.HELLO_BYTES_MAX : hello.frameBytesMax();
        return new ResultWriter(context.alloc(), bytes, options.rowsMax, header.pageRows());
    }

    private void run(RemoteCall call, CallHeader header, byte @Nullable [] fingerprint,
            @Nullable Object[] arguments, boolean inOrder) {
        calls.put(call.request(), call);
        running++;
        if (header.transaction() != 0) {
            transactions.run(header.transaction(), call, arguments, header.timeoutMicros());
        } else if (inOrder) {
            ordered.run(call, () -> call.start(header, fingerprint, arguments, options));
        } else {
            call.start(header, fingerprint, arguments, options);
        }
    }

    private void cancel(int request) {
        final RemoteCall call = calls.get(request);
        if (call == null) {
            return;
        }
        if (call.hasMore()) {
            calls.remove(request);
        } else {
            call.end();
        }
    }

    private void fetch(ChannelHandlerContext context, int request, int rows) {
        final RemoteCall call = calls.get(request);
        if (call == null || !call.hasMore()) {
            throw new MalformedFrameException("FETCH of request " + request + ", whose result has no more pages");
        }
        context.write(call.nextPage(rows));
        if (!call.hasMore()) {
            calls.remove(request);
        }
    }

    private void describe(ChannelHandlerContext context, int request, String name) {
        final DescribedProcedures.Numbered numbered = described.add(name);
        final Answer refusal = numbered.refusal();
        final ServedProcedure served = described.find(numbered.number());
        if (refusal != null || served == null) {
            answer(context, request, refusal == null ? Answer.COMMITTED : refusal);
            return;
        }
        context.write(ServerFrames.description(context.alloc(), request, served.description(numbered.number())));
    }

    private void answer(ChannelHandlerContext context, int request, Answer answer) {
        final int bytes = hello == null ? ProtocolLimits.HELLO_BYTES_MAX : hello.frameBytesMax();
        context.write(ResultWriter.frame(context.alloc(), request, answer, bytes));
    }

    /** Sends an answer without a result; what was done is committed, or has begun. */
    void answer(int request, Answer answer) {
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

    /** Does something later, on the event loop, which calls this. */
    Future<?> later(long nanos, Runnable task) {
        return outgoing().loop().schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** Sends the answer of a call that has ended; {@link #answered} follows. */
    void answer(RemoteCall call) {
        final ByteBuf frame = call.takeFrame();
        if (frame == null) {
            return;
        }
        final ChannelHandlerContext context = channel;
        if (closed || context == null) {
            frame.release();
            return;
        }
        running--;
        ordered.ended(call);
        if (!call.hasMore()) {
            calls.remove(call.request());
        }
        context.write(frame);
    }

    void answered() {
        final ChannelHandlerContext context = channel;
        if (!closed && context != null) {
            context.flush();
            regulate(context);
            if (leaving && calls.isEmpty()) {
                context.close();
            }
        }
    }

    /** Tells the client to make no more calls. */
    void goodbye() {
        final ChannelHandlerContext context = channel;
        if (!closed && context != null && hello != null) {
            context.writeAndFlush(ServerFrames.goodbye(context.alloc(), "the server ends"));
        }
    }

    /** Runs a task on the event loop. Any thread. */
    void onLoop(Runnable task) {
        final ChannelHandlerContext context = channel;
        if (context != null) {
            context.executor().execute(task);
        }
    }

    /** Ends it as if its client had gone. */
    void close() {
        final ChannelHandlerContext context = channel;
        if (context != null) {
            context.close();
        }
    }

    private void leave(ChannelHandlerContext context) {
        leaving = true;
        if (calls.isEmpty()) {
            context.close();
        }
    }

    @Override
    protected void malformed(ChannelHandlerContext context, MalformedFrameException why) {
        end(context, "it has sent " + why.getMessage());
    }

    private void end(ChannelHandlerContext context, String why) {
        if (!closed) {
            server.log(context.channel(), "closed, as " + why);
        }
        closed = true;
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closed = true;
        server.closed(this);
        calls.values().forEach(call -> {
            if (!call.outlivesConnection()) {
                call.end();
            }
        });
        calls.clear();
        ordered.clear();
        transactions.stopAll();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            // The client is gone; that is no event.
            context.close();
        } else {
            end(context, "of " + cause);
        }
    }
}
