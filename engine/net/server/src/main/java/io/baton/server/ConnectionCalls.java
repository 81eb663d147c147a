package io.baton.server;

import io.baton.engine.observe.CallOrigin;
import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection: those under way, and those with pages that wait to be fetched. For its event loop, to
 * which calls that have ended come back: however many end meanwhile, it is woken up once, and flushes once.
 */
final class ConnectionCalls {

    private final Answers answers;
    private final ServerOptions options;
    private final CallContext context;
    private final OpenTransactions transactions;
    private final OrderedCalls<RemoteCall> ordered = new OrderedCalls<>();
    private final IntObjectMap<RemoteCall> calls = new IntObjectHashMap<>();
    /** Of {@link #calls}, those without an answer. */
    private int running;
    /** Calls that have ended, on their way to the event loop. Any thread. */
    private final Queue<RemoteCall> ended = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();

    /** Takes what is to be sent to the client. On the event loop. */
    interface Answers {

        /** Sends the answer of a call; {@link #sent} follows. */
        void send(RemoteCall call);

        /** Calls have been answered for now. */
        void sent();

        /** Sends an answer without a result. */
        void answer(int request, Answer answer);
    }

    /**
     * Makes it for a client that has said HELLO.
     *
     * @param origin who the client is, and where
     */
    ConnectionCalls(BatonServer server, ServerOptions options, EventLoop loop, CallOrigin origin, Answers answers) {
        this.answers = answers;
        this.options = options;
        this.context = new CallContext(server, server.calls(origin), loop, this::ended);
        this.transactions = new OpenTransactions(context, options, answers);
    }

    CallContext context() {
        return context;
    }

    /** The interactive transactions, within which some of the calls run. */
    OpenTransactions transactions() {
        return transactions;
    }

    /** All of them. */
    Collection<RemoteCall> all() {
        return calls.values();
    }

    boolean isRunning() {
        return running > 0;
    }

    /** Whether so many are under way that the next one waits. */
    boolean isFull() {
        return running >= options.callsPerConnection;
    }

    /** Whether another result may wait to be fetched. */
    boolean hasRoomForPages() {
        return calls.size() - running < options.callsPerConnection;
    }

    /** Checks that a request number may be that of a new call. */
    void checkNew(int request) {
        if (calls.containsKey(request)) {
            throw new MalformedFrameException("request number " + request + " for a second call at once");
        }
    }

    /** Runs one, after those of its order that came before it. */
    void run(RemoteCall call, CallHeader header, byte @Nullable [] fingerprint, @Nullable Object[] arguments) {
        calls.put(call.request(), call);
        running++;
        if (header.transaction() != 0) {
            transactions.run(header.transaction(), call, arguments, header.timeoutMicros());
        } else if (header.order() != 0) {
            ordered.run(header.order(), call,
                () -> call.start(header, fingerprint, arguments, options, () -> released(call)));
        } else {
            call.start(header, fingerprint, arguments, options, null);
        }
    }

    /** Ends one, or gives up the rest of its result. */
    void cancel(int request) {
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

    /** Why the rest of a result is not to be had any more, or null; it is given up then. */
    @Nullable
    Answer withheld(int request, VisibleProcedures visible) {
        final RemoteCall call = calls.get(request);
        final Answer refusal = call == null || !call.hasMore() ? null : visible.refusal(call.granted());
        if (call == null || refusal == null) {
            return null;
        }
        calls.remove(request);
        return call.withhold(refusal);
    }

    /** The next page of a result. */
    ByteBuf nextPage(int request, int rows) {
        final RemoteCall call = calls.get(request);
        if (call == null || !call.hasMore()) {
            throw new MalformedFrameException("FETCH of request " + request + ", whose result has no more pages");
        }
        final ByteBuf page = call.nextPage(rows);
        if (!call.hasMore()) {
            calls.remove(request);
        }
        return page;
    }

    /** One of an order has given its locks back, and its answer waits for the disk. Any thread. */
    private void released(RemoteCall call) {
        context.onLoop(() -> ordered.released(call));
    }

    /** One has ended. Any thread. */
    private void ended(RemoteCall call) {
        ended.add(call);
        if (woken.compareAndSet(false, true)) {
            try {
                context.loop().execute(this::answerEnded);
            } catch (RejectedExecutionException e) {
                // The server has ended, and the connection with it. Others may have come meanwhile, and relied on this.
                woken.set(false);
                for (RemoteCall left = ended.poll(); left != null; left = ended.poll()) {
                    left.discard();
                }
            }
        }
    }

    /** Answers those that have ended: now, or behind others of their order. */
    private void answerEnded() {
        woken.set(false);
        for (RemoteCall call = ended.poll(); call != null; call = ended.poll()) {
            ordered.ended(call, answers::send);
        }
        answers.sent();
    }

    /** The answer of one is sent. */
    void answered(RemoteCall call) {
        running--;
        if (!call.hasMore()) {
            calls.remove(call.request());
        }
    }

    /** The connection has ended: so do the calls for which nobody will ask again. */
    void endAll() {
        calls.values().forEach(call -> {
            if (!call.outlivesConnection()) {
                call.end();
            }
        });
        calls.clear();
        ordered.clear(RemoteCall::discard);
        transactions.stopAll();
    }
}
