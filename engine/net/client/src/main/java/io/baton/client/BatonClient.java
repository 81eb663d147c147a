package io.baton.client;

import io.baton.protocol.FrameType;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.Reason;
import io.baton.protocol.TraceContext;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A client of one server: one connection for many calls of many threads. When it ends, the next call opens another; a
 * call that was sent over it is then unknown, one that was not is retryable. Thread-safe.
 *
 * <pre>
 * try (BatonClient client = BatonClient.connect(ClientOptions.of("127.0.0.1:7432"))) {
 *     RemoteProcedure&lt;Long&gt; transfer = client.procedure("Transfer", Long.class);
 *     long left = transfer.call(1, 2, 30_00);
 *     CompletableFuture&lt;Long&gt; later = transfer.callAsync(1, 2, 30_00);
 * }
 * </pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // What depends on these futures throws nothing.
public final class BatonClient implements AutoCloseable {

    /** No procedure's name is behind it. */
    private static final String LAST_NAME = "\uffff";

    private final ClientOptions options;
    private final LinkSource source;
    /** Null if the caller's are used. */
    private final @Nullable ClientThreads ownThreads;
    /** Null if the connection is not shared. */
    private final @Nullable WorkUnderWay work;
    private final AtomicInteger calls = new AtomicInteger();
    /** The last number of a transaction, of all clients that share the connection. */
    private final AtomicInteger transactions;
    /** The number of the order in which calls begin that are to. */
    private final int order;
    private volatile int room;
    private volatile boolean closed;

    private BatonClient(ClientOptions options) {
        this.options = options;
        final Sharing sharing = options.sharing;
        if (sharing != null) {
            final SharedSockets.Share share = sharing.take(options);
            this.source = share.source;
            this.work = new WorkUnderWay(sharing.sockets(), share);
            this.ownThreads = null;
        } else {
            final ClientThreads given = options.threads;
            final ClientThreads threads = given == null ? ClientThreads.start(1, options.isEmbedded()) : given;
            this.ownThreads = given == null ? threads : null;
            this.source = new LinkSource(options, threads);
            this.work = null;
        }
        this.transactions = source.transactions;
        this.order = source.newOrder();
        this.room = options.callsMax;
    }

    /**
     * Connects to a server.
     *
     * @param options which server, and how
     * @return the client, to be closed
     * @throws CallRefusedException if there is no connection within the options' time
     */
    public static BatonClient connect(ClientOptions options) {
        while (true) {
            // Others may wait for the same link: an interrupt ends this wait alone.
            final BatonClient client = new BatonClient(options);
            boolean complete = false;
            try {
                complete = client.enters(client.connected().welcome().callsMax());
                if (complete) {
                    return client;
                }
            } finally {
                if (!complete) {
                    client.close();
                }
            }
        }
    }

    private Link connected() {
        // Looked at first: a link that is opened may be there before anything waits for it, and so never meets the
        // interrupt.
        if (Thread.currentThread().isInterrupted() && !source.isOpen()) {
            throw interruptedConnect();
        }
        return await(link().copy(), this::interruptedConnect);
    }

    private CallException interruptedConnect() {
        return CallException.refused(Reason.NO_CONNECTION, "cannot connect to "
            + options.addresses.stream().map(ClientOptions::text).collect(Collectors.joining(", "))
            + ": the thread was interrupted while it waited for that; nothing was called");
    }

    /** Takes its part of the calls; returns false if the server takes fewer over a connection than it has clients. */
    private boolean enters(int callsMax) {
        final WorkUnderWay mine = work;
        if (mine == null) {
            return true;
        }
        if (!mine.stays(callsMax)) {
            return false;
        }
        room = Math.min(room, mine.most());
        return true;
    }

    int order() {
        return order;
    }

    /** Within which span this thread is, or null if nobody knows or it is none. */
    @Nullable
    TraceContext trace() {
        final Supplier<@Nullable String> current = options.traceparent;
        final String text = current == null ? null : current.get();
        return text == null ? null : TraceContext.parse(text);
    }

    /**
     * Tells how many calls may be under way. One more is refused, or waits for one of them if this client shares its
     * connection. A client that shares its connection may have fewer while others have many, but always a few.
     *
     * @return a number greater than 0
     */
    public int callsAtOnce() {
        return room;
    }

    /**
     * Names a procedure. The server is asked when it is called first.
     *
     * @param name its name at the server
     * @param resultType what its results are to be: a number, a text and so on, a public record whose components are
     *     those of the procedure's, or Object for what comes
     * @param <R> the result type
     * @return the procedure
     * @throws io.baton.protocol.NotEncodableException if such results do not cross the wire
     */
    public <R> RemoteProcedure<R> procedure(String name, Class<R> resultType) {
        return new RemoteProcedure<>(this, name, JavaBinding.of(resultType), CallSettings.USUAL);
    }

    /**
     * Names a procedure that returns a list.
     *
     * @param name its name at the server
     * @param rowType what its rows are to be, as for {@link #procedure}
     * @param <R> the type of a row
     * @return the procedure
     * @throws io.baton.protocol.NotEncodableException if such rows do not cross the wire
     */
    public <R> RemoteProcedure<List<R>> listProcedure(String name, Class<R> rowType) {
        return new RemoteProcedure<>(this, name, JavaBinding.listOf(rowType), CallSettings.USUAL);
    }

    /**
     * Asks for the names of all procedures.
     *
     * @return the names in order
     * @throws CallRefusedException if there is no connection, or there are more than 100,000 names or 4 Mi characters
     * @throws IllegalStateException if it is called by what depends on a future of this client
     */
    public List<String> procedureNames() {
        return ask(procedureNamesAsync());
    }

    /**
     * Asks for the names of all procedures.
     *
     * @return completed with the names in order, or exceptionally with a {@link CallException}. What depends on it runs
     *     on the client's event loop and must not block
     */
    public CompletableFuture<List<String>> procedureNamesAsync() {
        return new AllNames(this::link).ask();
    }

    /**
     * Asks the server for a sign of life; opens a connection if there is none.
     *
     * @return completed when it has come, or exceptionally with a {@link CallException}. What depends on it runs on the
     *     client's event loop and must not block
     */
    public CompletableFuture<Void> ping() {
        final WorkUnderWay mine = work;
        if (mine == null) {
            return link().thenCompose(link -> link.names(LAST_NAME)).thenAccept(names -> {});
        }
        mine.awaitsSign();
        return link().thenCompose(link -> link.names(LAST_NAME)).handle((names, failure) -> {
            mine.hasSign();
            return failure;
        }).thenCompose(failure -> failure == null ? CompletableFuture.<Void>completedFuture(null)
            : CompletableFuture.failedFuture(failure));
    }

    /**
     * Begins a transaction of several calls. Whether the server has room for it, its first call tells.
     *
     * @return the transaction, to be ended
     * @throws CallRefusedException if there is no connection
     */
    public RemoteTransaction begin() {
        return ask(beginAsync());
    }

    /**
     * Begins a transaction of several calls, which must be ended even if nobody waits for it any more.
     *
     * @return completed with the transaction, or exceptionally with a {@link CallException}. What depends on it runs on
     *     the client's event loop and must not block
     */
    @SuppressWarnings("FutureReturnValueIgnored") // Its calls tell, too.
    public CompletableFuture<RemoteTransaction> beginAsync() {
        // That of this thread.
        final TraceContext trace = trace();
        return link().thenApply(link -> {
            final RemoteTransaction transaction =
                new RemoteTransaction(this, link, LinkSource.next(transactions), trace);
            transaction.send(FrameType.BEGIN);
            return transaction;
        });
    }

    /**
     * Draws a key for one call.
     *
     * @return the key
     */
    public IdempotencyKey newKey() {
        return new IdempotencyKey(UUID.randomUUID());
    }

    /**
     * Closes the connection. Calls that were sent and not answered are unknown. Waits until that is done, but for what
     * depends on a future of this client. Closing twice does nothing.
     */
    @Override
    public void close() {
        close(false);
    }

    /**
     * Closes the connection as {@link #close} does, because the server does not answer: if the connection is shared,
     * no other client gets it any more.
     */
    public void giveUp() {
        close(true);
    }

    private void close(boolean silent) {
        closed = true;
        final WorkUnderWay mine = work;
        if (mine == null) {
            source.close();
        } else {
            mine.end("the client was closed", silent);
        }
        final ClientThreads own = ownThreads;
        if (own != null) {
            own.close(!isOnLoop());
        }
    }

    /** The connection to use now; opens one if there is none. */
    CompletableFuture<Link> link() {
        return closed ? CompletableFuture.failedFuture(LinkSource.clientClosed()) : source.link();
    }

    /** Sends a call over the connection to use now. */
    void submit(CallRequest<?> request) {
        final RemoteTransaction transaction = request.transaction();
        if (closed) {
            request.abandon(LinkSource.clientClosed());
        } else if (transaction == null) {
            source.submit(request);
        } else {
            request.submitTo(transaction.link());
        }
    }

    /** A transaction has begun. */
    void began(RemoteTransaction transaction) {
        final WorkUnderWay mine = work;
        if (mine != null) {
            mine.add(transaction);
        }
    }

    /** A transaction is about to end. */
    void ends(RemoteTransaction transaction) {
        final WorkUnderWay mine = work;
        if (mine != null) {
            mine.ended(transaction);
        }
    }

    /** Counts a call until its future is complete; returns why it is not to be sent if there are too many. */
    @Nullable
    String begin(CallFuture<?> call, boolean mayWait) {
        if (calls.incrementAndGet() > options.callsMax) {
            calls.decrementAndGet();
            return "the call was not sent: " + options.callsMax + " calls are under way; wait for some of them";
        }
        final WorkUnderWay mine = work;
        if (mine != null && !mine.enter(call, mayWait && !isOnLoop())) {
            calls.decrementAndGet();
            return "the call was not sent: so many are under way already as a client that shares its connection may "
                + "have; wait for some of them";
        }
        call.whenComplete((value, failure) -> {
            calls.decrementAndGet();
            if (mine != null) {
                mine.leave(call);
            }
        });
        return null;
    }

    void checkMayBlock() {
        if (isOnLoop()) {
            throw new IllegalStateException(
                "a call that waits was made by what depends on a future of this client; use callAsync there");
        }
    }

    private boolean isOnLoop() {
        return source.isOnLoop();
    }

    /** Waits for the outcome of what may have written. */
    <T extends @Nullable Object> T await(CompletableFuture<T> future) {
        return await(future,
            () -> CallException.unknown("the thread was interrupted while it waited; the call was cancelled if that "
                + "was still possible, and nobody can tell whether it was committed"));
    }

    /** Waits for what writes nothing. */
    <T extends @Nullable Object> T ask(CompletableFuture<T> future) {
        // Looked at first: the answer may be there before anything waits for it.
        if (Thread.currentThread().isInterrupted()) {
            future.cancel(true);
            throw interruptedQuestion();
        }
        return await(future, BatonClient::interruptedQuestion);
    }

    private static CallException interruptedQuestion() {
        return CallException.refused(Reason.CANCELLED,
            "the thread was interrupted while it waited for the server; nothing was called");
    }

    <T extends @Nullable Object> T await(CompletableFuture<T> future, Supplier<CallException> interrupted) {
        checkMayBlock();
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw interrupted.get();
        } catch (ExecutionException e) {
            if (LinkSource.unwrapped(e) instanceof CallException call) {
                throw call.here();
            }
            throw new IllegalStateException("the call has failed: " + e.getCause(), e);
        }
    }
}
