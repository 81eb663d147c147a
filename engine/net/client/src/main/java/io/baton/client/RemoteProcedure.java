package io.baton.client;

import io.baton.protocol.Description;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.ValueCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A procedure of a server, which is called as if it were here. Immutable, and for any thread.
 *
 * @param <R> what it returns
 */
public final class RemoteProcedure<R extends @Nullable Object> {

    private static final int ARGUMENT_BYTES = 64;

    private final BatonClient client;
    private final String name;
    private final JavaBinding result;
    private final CallSettings settings;

    RemoteProcedure(BatonClient client, String name, JavaBinding result, CallSettings settings) {
        this.client = client;
        this.name = name;
        this.result = result;
        this.settings = settings;
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    /**
     * Returns this procedure with a limit of its own for the time that a call takes at the server.
     *
     * @param timeout a microsecond or more
     * @return the procedure, to be called
     */
    public RemoteProcedure<R> within(Duration timeout) {
        final long micros = timeout.isNegative() || timeout.isZero() ? 0
            : TimeUnit.NANOSECONDS.toMicros(ProtocolLimits.checkTime("a call timeout", timeout).toNanos());
        if (micros < 1) {
            throw new IllegalArgumentException("a call timeout of " + timeout + ": give a microsecond or more");
        }
        return with(settings.within(micros));
    }

    /**
     * Returns this procedure for one call that may be sent again.
     *
     * @param key of {@link BatonClient#newKey}
     * @return the procedure, to be called
     * @throws IllegalStateException if its calls are part of a transaction
     */
    public RemoteProcedure<R> keyed(IdempotencyKey key) {
        if (settings.transaction() != null) {
            throw keyWithin();
        }
        return with(settings.keyed(key));
    }

    /**
     * Returns this procedure with results in pages of another size. They are put together before the call returns.
     *
     * @param rows how many rows come with one message, 1 or more
     * @return the procedure, to be called
     */
    public RemoteProcedure<R> pageRows(int rows) {
        if (rows < 1) {
            throw new IllegalArgumentException(rows + " rows of a page: give 1 or more");
        }
        return with(settings.pages(rows));
    }

    /**
     * Returns this procedure for calls that are part of a transaction. They have no keys.
     *
     * @param transaction of the same client
     * @return the procedure, to be called
     * @throws IllegalStateException if it has a key
     */
    public RemoteProcedure<R> in(RemoteTransaction transaction) {
        if (settings.key() != null) {
            throw keyWithin();
        }
        return with(settings.in(transaction));
    }

    /**
     * Returns this procedure for calls that begin one after the other, in the order in which they are made: each when
     * those before it, made in this way by the same client, have ended. Unlike calls that wait for each other here,
     * they are all under way. Calls of other clients are not waited for, also not over the same connection.
     *
     * @return the procedure, to be called
     */
    public RemoteProcedure<R> ordered() {
        return with(settings.ordered(client.order()));
    }

    /**
     * Returns this procedure for calls that must not write: they are refused, with SQLSTATE 25006, unless the procedure
     * is declared to read only. A refusal ends no transaction that the call is part of.
     *
     * @return the procedure, to be called
     */
    public RemoteProcedure<R> readOnly() {
        return with(settings.reading());
    }

    private IllegalStateException keyWithin() {
        return new IllegalStateException("procedure " + name
            + " cannot have a key within a transaction of several calls: give it one of the two");
    }

    private RemoteProcedure<R> with(CallSettings others) {
        return new RemoteProcedure<>(client, name, result, others);
    }

    /**
     * Asks the server what it takes and returns.
     *
     * @return the description
     * @throws CallRefusedException if there is no such procedure, or no connection
     * @throws IllegalStateException if it is called by what depends on a future of {@link #callAsync}
     */
    public Description describe() {
        return client.ask(describeAsync());
    }

    /**
     * Asks the server what it takes and returns.
     *
     * @return completed with the description, or exceptionally with a {@link CallException}. What depends on it runs on
     *     the client's event loop and must not block
     */
    public CompletableFuture<Description> describeAsync() {
        final CallException misnamed = misnamed();
        if (misnamed != null) {
            return CompletableFuture.failedFuture(misnamed);
        }
        return client.link().thenCompose(link -> link.describe(name));
    }

    /**
     * Calls it and waits for the result; friendly to virtual threads.
     *
     * @param arguments numbers, texts and so on, records, lists, nulls
     * @return the result
     * @throws CallException if there is none; its kind says why
     * @throws NotEncodableException if an argument does not cross the wire
     * @throws IllegalStateException if it is called by what depends on a future of {@link #callAsync}
     */
    public R call(@Nullable Object... arguments) {
        client.checkMayBlock();
        return client.await(callAsync(arguments));
    }

    /**
     * Calls it. A client that shares its connection, and has as many calls under way as it may have now, waits here
     * until one of them has ended; no interrupt ends that. {@link #callAsyncWith} lets others end it, and
     * {@link #tryCallAsync} never waits.
     *
     * @param arguments as for {@link #call}
     * @return completed with the result, or exceptionally with a {@link CallException}. What depends on it runs on the
     *     client's event loop and must not block. Its cancel ends the call, if that is still possible, and does not say
     *     whether anything was written; its {@link CallFuture#end} does
     * @throws NotEncodableException if an argument does not cross the wire
     */
    public CallFuture<R> callAsync(@Nullable Object... arguments) {
        return called(new CallFuture<>(), arguments);
    }

    /**
     * Calls it as {@link #callAsync} does, and hands the future out before it waits for anything: so other threads can
     * end that, too, by {@link CallFuture#end} or a cancel.
     *
     * @param begun takes the future, on the calling thread
     * @param arguments as for {@link #call}
     * @return the same future
     * @throws NotEncodableException if an argument does not cross the wire
     */
    public CallFuture<R> callAsyncWith(Consumer<? super CallFuture<R>> begun, @Nullable Object... arguments) {
        final CallFuture<R> future = new CallFuture<>();
        begun.accept(future);
        return called(future, arguments);
    }

    private CallFuture<R> called(CallFuture<R> future, @Nullable Object[] arguments) {
        final String refused = client.begin(future, true);
        if (refused != null) {
            future.completeExceptionally(future.isEnding() ? CallException.of(Request.TAKEN_BACK)
                : CallException.refused(Reason.TOO_MANY, refused));
            return future;
        }
        return sent(future, arguments);
    }

    /**
     * Calls it as {@link #callAsync} does, unless so many calls are under way already that this one would be refused or
     * have to wait for one of them.
     *
     * @param arguments as for {@link #call}
     * @return completed as that of {@link #callAsync}; null if nothing was done
     * @throws NotEncodableException if an argument does not cross the wire
     */
    public @Nullable CallFuture<R> tryCallAsync(@Nullable Object... arguments) {
        final CallFuture<R> future = new CallFuture<>();
        return client.begin(future, false) == null ? sent(future, arguments) : null;
    }

    /** Why no server can have such a procedure, or null. */
    private @Nullable CallException misnamed() {
        final String complaint = TextCodec.nameComplaint(name);
        return complaint == null ? null
            : CallException.refused(Reason.NO_SUCH_PROCEDURE, "no procedure has such a name: " + complaint);
    }

    private CallFuture<R> sent(CallFuture<R> future, @Nullable Object[] arguments) {
        final CallException misnamed = misnamed();
        if (misnamed != null) {
            future.completeExceptionally(misnamed);
            return future;
        }
        final CallRequest<R> request;
        try {
            request = new CallRequest<>(name, future, result, settings.traced(client.trace()), encoded(arguments),
                arguments.length);
        } catch (Throwable e) {
            future.cancel(false);
            throw e;
        }
        client.submit(request);
        return future;
    }

    private static ByteBuf encoded(@Nullable Object[] arguments) {
        ValueCodec.checkCount(arguments.length, "arguments");
        // Callers' threads have no pool of their own, and the event loop frees it.
        final ByteBuf buffer = Unpooled.buffer(ARGUMENT_BYTES);
        boolean complete = false;
        try {
            for (final Object argument : arguments) {
                ValueCodec.write(buffer, argument);
            }
            complete = true;
            return buffer;
        } finally {
            if (!complete) {
                buffer.release();
            }
        }
    }
}
