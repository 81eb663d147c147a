package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.Description;
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
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server. {@link #submit}, {@link #describe} and {@link #isUsable} are for any thread, all else is
 * for the event loop. A request that was never written is told so; one that was, and has no answer when the connection
 * ends, is unknown.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel, which everybody is told.
final class Link extends FrameHandler {

    private static final int SILENCES_MAX = 3;

    private final BatonClient client;
    private final ClientOptions options;
    private final CompletableFuture<Link> ready = new CompletableFuture<>();
    /** What the server was asked of procedures, by name. */
    private final Map<String, Question<Description>> prepared = new HashMap<>();
    private final Queue<Request> submitted = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final IntObjectMap<Request> sent = new IntObjectHashMap<>();
    private final Deque<Request> waiting = new ArrayDeque<>();
    private volatile @Nullable ChannelHandlerContext channel;
    private volatile @Nullable Welcome welcome;
    private volatile boolean usable;
    private volatile boolean ended;
    private int lastNumber;
    private int callsSent;
    private boolean begun;
    private long lastByteNanos;
    private String why = "the server has closed the connection";

    Link(BatonClient client, ClientOptions options) {
        this.client = client;
        this.options = options;
    }

    /** Completed when the server has said WELCOME, or exceptionally. */
    CompletableFuture<Link> ready() {
        return ready;
    }

    /** Whether new calls may go over it. */
    boolean isUsable() {
        return usable;
    }

    long incarnation() {
        return greeting().incarnation();
    }

    private Welcome greeting() {
        final Welcome said = welcome;
        if (said == null) {
            throw new IllegalStateException("the server has not said WELCOME");
        }
        return said;
    }

    long nanos() {
        return options.clock.getAsLong();
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
        lastByteNanos = nanos();
        context.writeAndFlush(ClientFrames.hello(context.alloc(), ++lastNumber,
            new Hello(ProtocolLimits.VERSION, options.frameBytesMax, options.name)));
        context.executor().schedule(() -> {
            if (welcome == null) {
                end("the server has not said WELCOME within " + options.connectTimeout.toMillis() + " ms");
            }
        }, options.connectTimeout.toNanos(), TimeUnit.NANOSECONDS);
        keepAlive(context);
    }

    private void keepAlive(ChannelHandlerContext context) {
        context.executor().schedule(() -> {
            if (ended) {
                return;
            }
            final long silence = nanos() - lastByteNanos;
            if (silence > SILENCES_MAX * options.keepAlive.toNanos()) {
                end("the server has been silent for too long");
            } else {
                if (silence >= options.keepAlive.toNanos() && welcome != null) {
                    send(FrameType.PING, nextNumber());
                }
                keepAlive(context);
            }
        }, options.keepAlive.toNanos(), TimeUnit.NANOSECONDS);
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
        lastByteNanos = nanos();
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
            case WELCOME -> {
                if (welcome != null) {
                    throw new MalformedFrameException("a second WELCOME");
                }
                welcome = Welcome.read(body);
                usable = true;
                ready.complete(this);
            }
            case REFUSED -> {
                final String sqlState = Texts.readState(body);
                end("the server has refused the connection (" + sqlState + "): " + Texts.read(body));
            }
            case GOODBYE -> {
                why = Texts.read(body);
                usable = false;
                closeIfDone();
            }
            case PONG -> {
                // Any byte is a sign of life.
            }
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
        submitted.add(request);
        if (woken.compareAndSet(false, true)) {
            onLoop(this::drain);
        }
    }

    private void onLoop(Runnable task) {
        try {
            context().executor().execute(task);
        } catch (RejectedExecutionException e) {
            refuse(submitted);
        }
    }

    private void drain() {
        woken.set(false);
        for (Request request = submitted.poll(); request != null; request = submitted.poll()) {
            if (request instanceof TransactionRequest && usable) {
                // Calls that wait may wait for the locks that it gives back.
                begun = true;
                write(request);
            } else {
                waiting.add(request);
            }
        }
        if (ended || !usable) {
            refuse(waiting);
        } else {
            pump();
            context().flush();
        }
    }

    /** Writes what the server takes. */
    private void pump() {
        while (!waiting.isEmpty() && usable && context().channel().isWritable()) {
            final Request request = waiting.getFirst();
            if (request.isDone()) {
                waiting.removeFirst();
                request.discard();
            } else if (request instanceof CallRequest<?> call) {
                // The first call of a procedure waits for its number, and those behind it for the call.
                // With transactions one place stays free: a server that is full reads no COMMIT.
                if (callsSent >= Math.max(1, greeting().callsMax() - (begun ? 1 : 0)) || !isPrepared(call)) {
                    return;
                }
                waiting.removeFirst();
                write(call);
            } else {
                waiting.removeFirst();
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
        } else if (call.frameBytes() > greeting().frameBytesMax()) {
            call.failed(new Answer(OutcomeKind.REFUSED, Reason.TOO_LARGE, "the call's arguments take "
                + call.frameBytes() + " bytes, but the server takes " + greeting().frameBytesMax()));
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

    private int nextNumber() {
        do {
            lastNumber++;
        } while (lastNumber == 0 || sent.containsKey(lastNumber));
        return lastNumber;
    }

    /** Ends a call for which nobody waits any more. Any thread. */
    void cancel(Request request) {
        onLoop(() -> {
            if (waiting.remove(request)) {
                request.discard();
                request.failed(Request.TAKEN_BACK);
            } else if (sent.containsKey(request.number)) {
                send(FrameType.CANCEL, request.number);
            }
        });
    }

    /** Sends a frame without a body. */
    void send(FrameType type, int number) {
        context().writeAndFlush(ClientFrames.empty(allocator(), type, number));
    }

    void fetch(int number, int rows) {
        context().write(ClientFrames.fetch(allocator(), number, rows));
    }

    /** What the server says of a procedure. Any thread. */
    CompletableFuture<Description> describe(String procedure) {
        final Question<Description> question = description(procedure);
        submit(question);
        return question.future();
    }

    private static Question<Description> description(String procedure) {
        return new Question<>(FrameType.DESCRIBE, procedure, FrameType.DESCRIPTION,
            (flags, body) -> Description.read(body));
    }

    /** Whether a call may be written, as the server has said the procedure's number or that there is none. */
    private boolean isPrepared(CallRequest<?> call) {
        final Question<Description> asked = prepared.get(call.name());
        if (asked == null) {
            final Question<Description> question = description(call.name());
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
        final Question<NamesPage> question = new Question<>(FrameType.LIST, after, FrameType.LISTING,
            (flags, body) -> new NamesPage(Welcome.readTexts(body), (flags & Frame.MORE) != 0));
        submit(question);
        return question.future();
    }

    /** Ends the connection. Any thread, but for why. */
    void close() {
        final ChannelHandlerContext context = channel;
        if (context != null) {
            context.close();
        }
    }

    private void end(String newWhy) {
        why = newWhy;
        context().close();
    }

    @Override
    protected void malformed(ChannelHandlerContext context, MalformedFrameException wrong) {
        end("the server has sent " + wrong.getMessage());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end("the connection has failed: " + cause.getMessage());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        usable = false;
        ended = true;
        client.ended(this);
        ready.completeExceptionally(CallException.refused(Reason.NO_CONNECTION, why));
        final List<Request> lost = List.copyOf(sent.values());
        sent.clear();
        lost.forEach(request -> request.failed(request.lost(why)));
        refuse(waiting);
        refuse(submitted);
    }

    private void refuse(Queue<Request> requests) {
        for (Request request = requests.poll(); request != null; request = requests.poll()) {
            request.notSent(client);
        }
    }
}
