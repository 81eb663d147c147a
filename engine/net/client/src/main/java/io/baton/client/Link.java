package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.FrameHandler;
import io.baton.protocol.FrameType;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.Welcome;
import io.baton.tls.TlsFailure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Future;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server. {@link #submit}, {@link #describe} and {@link #isUsable} are for any thread, all else is
 * for the event loop. A request that was never written is told so; one that was, and has no answer when the connection
 * ends, is unknown.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel, which everybody is told.
final class Link extends FrameHandler {

    final LinkSource source;
    final ClientOptions options;
    private final Handshake handshake;
    private final CompletableFuture<Link> ready = new CompletableFuture<>();
    /** What the server was asked of procedures, by name. */
    private final Map<String, Question<Description>> prepared = new HashMap<>();
    private final IntObjectMap<Request> sent = new IntObjectHashMap<>();
    private final SocketAddress address;
    private final Unsent unsent;
    private volatile @Nullable ChannelHandlerContext channel;
    private volatile @Nullable ServerClock serverClock;
    private @Nullable KeepAlive keepAlive;
    private volatile boolean usable;
    /** Whether the server has said GOODBYE: it takes the ends of transactions until the connection ends. */
    private boolean leaving;
    private volatile boolean ended;
    private int lastNumber;
    private int callsSent;
    private Reason reason = Reason.NO_CONNECTION;
    private String why = "the server has closed the connection";

    Link(LinkSource source, ClientOptions options, SocketAddress address, Deadline deadline) {
        this.source = source;
        this.options = options;
        this.unsent = new Unsent(source);
        this.address = address;
        this.handshake = new Handshake(this, options, address, deadline);
    }

    /** Completed when the server has said WELCOME, or exceptionally. */
    CompletableFuture<Link> ready() {
        return ready;
    }

    /** Whether new calls may go over it. */
    boolean isUsable() {
        return usable;
    }

    /** What the server has said of itself. */
    Welcome welcome() {
        return handshake.welcome();
    }

    /** The client's clock. */
    long nanos() {
        return options.clock.getAsLong();
    }

    /** A time that the server's clock has passed by now. */
    long serverPassed() {
        return Objects.requireNonNull(serverClock, "comes with WELCOME").passedAt(nanos());
    }

    private KeepAlive keepAlive() {
        return Objects.requireNonNull(keepAlive, "the connection has begun");
    }

    private void read(long serverNanos) {
        serverClock = new ServerClock(serverNanos, nanos());
        keepAlive().read();
    }

    ByteBufAllocator allocator() {
        return context().alloc();
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
        keepAlive = new KeepAlive(this, context.executor(), options.keepAlive.toNanos());
        keepAlive.heard();
        keepAlive.awaitWelcome(handshake.deadline());
        handshake.begin(context);
    }

    @Override
    protected int frameBytesMax() {
        return options.frameBytesMax;
    }

    @Override
    protected boolean paused() {
        return ended;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        keepAlive().heard();
        super.channelRead(context, message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        pump();
        context.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        pump();
        context.flush();
    }

    @Override
    protected void frame(ChannelHandlerContext context, FrameType type, int flags, int request, ByteBuf body) {
        switch (type) {
            case WELCOME, REFUSED, AUTHENTICATION, CHALLENGE, PROVED -> {
                if (handshake.take(context, type, body)) {
                    read(handshake.welcome().clockNanos());
                    keepAlive().welcomed(handshake.welcome().idleMillis());
                    usable = true;
                    ready.complete(this);
                }
            }
            case GOODBYE -> {
                why = TextCodec.read(body);
                usable = false;
                leaving = true;
                closeIfDone();
            }
            case PONG -> read(body.readLongLE());
            case RESULT, PAGE, DESCRIPTION, LISTING -> answer(type, flags, request, body);
            default -> throw new MalformedFrameException("a frame of type " + type + " from a server");
        }
    }

    private void answer(FrameType type, int flags, int number, ByteBuf body) {
        final Request request = sent.get(number);
        if (request == null) {
            throw new MalformedFrameException("an answer of request " + number + ", which was not made");
        }
        if (request.answered(this, type, flags, body)) {
            sent.remove(number);
            if (request.isCall()) {
                callsSent--;
            }
            closeIfDone();
        }
    }

    private void closeIfDone() {
        if (!usable && sent.isEmpty()) {
            end(why);
        }
    }

    /** Sends a request as soon as the server takes it. Any thread. */
    void submit(Request request) {
        if (unsent.add(request) && !onLoop(this::drain)) {
            unsent.refuseSubmitted();
        }
    }

    /** Returns false if there is no event loop any more. Any thread. */
    boolean onLoop(Runnable task) {
        try {
            context().executor().execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Sends the end of a transaction at once: calls that wait may wait for the locks that it gives back. */
    private boolean overtakes(Request request) {
        final boolean now = context().channel().isActive() && request instanceof TransactionRequest end
            && (usable || (leaving && end.ends())) && !unsent.hasCallOf(end.transaction());
        if (now) {
            write(request);
        }
        return now;
    }

    private void drain() {
        unsent.collect(this::overtakes);
        pump();
        context().flush();
    }

    /** Writes what the server takes; if it takes no more, other links may. */
    private void pump() {
        if (!usable) {
            unsent.refuseCollected();
        }
        for (Request request = unsent.first(); request != null && usable
            && context().channel().isWritable(); request = unsent.first()) {
            if (request.isDone()) {
                unsent.remove(request);
                request.takenBack();
            } else if (request instanceof CallRequest<?> call) {
                // The first call of a procedure waits for its number, and those behind it for the call.
                if (callsSent >= handshake.welcome().callsMax() || !isPrepared(call)) {
                    return;
                }
                unsent.remove(call);
                write(call);
            } else {
                unsent.remove(request);
                write(request);
            }
        }
    }

    private void write(CallRequest<?> call) {
        final Question<Description> asked = Objects.requireNonNull(prepared.get(call.name()), "asked before");
        final Answer refusal = asked.failure();
        if (refusal != null) {
            forget(call.name());
            call.discard();
            call.failed(refusal);
        } else if (call.frameBytes() > handshake.welcome().frameBytesMax()) {
            call.failed(new Answer(OutcomeKind.REFUSED, Reason.TOO_LARGE, "the call's arguments take "
                + call.frameBytes() + " bytes, but the server takes " + handshake.welcome().frameBytesMax()));
            call.discard();
        } else {
            call.prepared(asked.future().join().procedure());
            callsSent++;
            write((Request) call);
        }
    }

    private void write(Request request) {
        request.number = nextNumber();
        sent.put(request.number, request);
        context().write(request.frame(this));
    }

    /** A number that no request has now. */
    int nextNumber() {
        do {
            lastNumber++;
        } while (lastNumber == 0 || sent.containsKey(lastNumber));
        return lastNumber;
    }

    /** Ends a call for which nobody waits any more. Any thread. */
    void cancel(Request request) {
        onLoop(() -> tookBack(request));
    }

    /** Ends a call whose caller has closed: the same, but the answer is not waited for. Any thread. */
    void giveUp(Request request, String because) {
        onLoop(() -> {
            if (!tookBack(request) && request.equals(sent.get(request.number))) {
                request.failed(request.lost(because));
            }
        });
    }

    /** Takes a request back that was not sent; asks the server to end one that was. */
    private boolean tookBack(Request request) {
        // It may still be on its way here, behind this task.
        unsent.collect(this::overtakes);
        if (unsent.remove(request)) {
            request.takenBack();
            request.failed(Request.TAKEN_BACK);
            return true;
        }
        if (request.equals(sent.get(request.number))) {
            send(FrameType.CANCEL, request.number);
        }
        return false;
    }

    /** Sends a frame without body. */
    void send(FrameType type, int number) {
        context().writeAndFlush(ClientFrames.empty(allocator(), type, number));
    }

    void fetch(int number, int rows) {
        context().write(ClientFrames.fetch(allocator(), number, rows));
    }

    /** What the server says of a procedure. Any thread. */
    CompletableFuture<Description> describe(String procedure) {
        final Question<Description> question = Question.description(procedure);
        submit(question);
        return question.future();
    }

    /** Whether a call may be written, as the server has said the procedure's number or that there is none. */
    private boolean isPrepared(CallRequest<?> call) {
        final Question<Description> asked = prepared.get(call.name());
        if (asked == null) {
            final Question<Description> question = Question.description(call.name());
            prepared.put(call.name(), question);
            write(question);
            return false;
        }
        return asked.isDone();
    }

    /** Forgets what the server has said of a procedure that is gone: the next call asks again. */
    void forget(String procedure) {
        prepared.remove(procedure);
    }

    /** Names of procedures behind a name. Any thread. */
    CompletableFuture<NamesPage> names(String after) {
        final Question<NamesPage> question = Question.names(after);
        submit(question);
        return question.future();
    }

    /** Ends the connection, and tells the server. Any thread. Completed when it has ended. */
    Future<?> close() {
        final ChannelHandlerContext context = context();
        onLoop(() -> {
            usable = false;
            why = "the client was closed";
            context.writeAndFlush(ClientFrames.goodbye(allocator(), why)).addListener(ChannelFutureListener.CLOSE);
        });
        return context.channel().closeFuture();
    }

    void end(String newWhy) {
        end(Reason.NO_CONNECTION, newWhy);
    }

    /** Ends the connection; only the first reason counts. */
    void end(Reason newReason, String newWhy) {
        if (reason == Reason.NO_CONNECTION) {
            reason = newReason;
            why = newWhy;
        }
        context().close();
    }

    @Override
    protected void malformed(ChannelHandlerContext context, MalformedFrameException wrong) {
        if (wrong.isHttp()) {
            end(Reason.NOT_BATON, "what listens at " + ClientOptions.text(address) + " is no Baton server, but speaks"
                + " HTTP; give the port of the server itself, not that of its metrics or its console");
        } else {
            end("the server has sent " + wrong.getMessage());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        final String failure = TlsFailure.find(cause, SSLException.class) == null ? null : handshake.tlsFailure(cause);
        if (failure == null) {
            end("the connection has failed: " + cause.getMessage());
        } else {
            end(ClientTls.reason(cause), failure);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        usable = false;
        ended = true;
        keepAlive().stop();
        source.ended(this);
        ready.completeExceptionally(CallException.refused(reason, why));
        final List<Request> lost = List.copyOf(sent.values());
        sent.clear();
        lost.forEach(request -> request.failed(request.lost(why)));
        unsent.refuse();
    }
}
