package io.baton.server;

import io.baton.engine.observe.CallOrigin;
import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The calls of one connection: those under way, and those with pages that wait to be fetched. For its event loop. */
final class ConnectionCalls {

    private final Connection connection;
    private final ServerOptions options;
    private final OpenTransactions transactions;
    private final OrderedCalls<RemoteCall> ordered = new OrderedCalls<>();
    private final IntObjectMap<RemoteCall> calls = new IntObjectHashMap<>();
    /** Who has logged in, or null. */
    private @Nullable String user;
    private @Nullable CallOrigin origin;
    /** Of {@link #calls}, those without an answer. */
    private int running;

    ConnectionCalls(BatonServer server, Connection connection, ServerOptions options) {
        this.connection = connection;
        this.options = options;
        this.transactions = new OpenTransactions(server, connection, options);
    }

    /** Says who has logged in. */
    void calledBy(@Nullable String newUser) {
        user = newUser;
    }

    /** Who has logged in, or null. */
    @Nullable
    String user() {
        return user;
    }

    /** Where they come from; asked after the handshake. */
    CallOrigin origin() {
        CallOrigin known = origin;
        if (known == null) {
            known = Watch.origin(connection);
            origin = known;
        }
        return known;
    }

    /** Those that are part of a transaction of several calls run there. */
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
        connection.onLoop(() -> ordered.released(call));
    }

    /** One can be answered: now, or behind others of its order. */
    void ended(RemoteCall call, Consumer<RemoteCall> answer) {
        ordered.ended(call, answer);
    }

    /** One is answered. */
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
