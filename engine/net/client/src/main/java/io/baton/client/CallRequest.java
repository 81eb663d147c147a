package io.baton.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.CallKey;
import io.baton.protocol.ConversionException;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.TraceContext;
import io.baton.protocol.ValueCodec;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call, from its arguments to the last page of its result. */
final class CallRequest<R extends @Nullable Object> extends Request {

    private final String name;
    private final CallFuture<R> future;
    private final JavaBinding result;
    private final CallSettings settings;
    private final int argumentCount;
    /** The arguments as bytes, until it is sent or given up. */
    private @Nullable ByteBuf arguments;
    private int procedure;
    /** Null until there is one, and while it waits for the second one. */
    @GuardedBy("this")
    private @Nullable Link given;
    /** Whether its caller has closed while there was none. */
    @GuardedBy("this")
    private boolean givenUp;
    /** Whether it was given to a second link, as the first one ended before it was sent. */
    private boolean moved;
    private @Nullable List<@Nullable Object> rows;

    CallRequest(String name, CallFuture<R> future, JavaBinding result, CallSettings settings, ByteBuf arguments,
            int argumentCount) {
        this.name = name;
        this.future = future;
        this.result = result;
        this.settings = settings;
        this.arguments = arguments;
        this.argumentCount = argumentCount;
    }

    /** The procedure's name. */
    String name() {
        return name;
    }

    /** Sends it over a link, from which a cancel takes it back. */
    void submitTo(Link link) {
        if (!takes(link)) {
            discard();
            return;
        }
        link.submit(this);
        future.given(this);
    }

    private synchronized boolean takes(Link link) {
        if (givenUp || !future.leaves()) {
            return false;
        }
        given = link;
        return true;
    }

    private synchronized @Nullable Link given() {
        return given;
    }

    /**
     * Asks its link to end it, or takes it back. A transaction must not be committed without its result, except if the
     * call only ends, and tells how.
     */
    void cancel() {
        final RemoteTransaction transaction = settings.transaction();
        if (transaction != null && future.isCancelled()) {
            // At once, as the caller's COMMIT may overtake what follows.
            transaction.fail("a call of it was cancelled");
        }
        final Link link = given();
        if (link != null) {
            link.cancel(this);
        }
    }

    /** Ends it as its caller closes; the answer is not waited for. Any thread. */
    void giveUp(String why) {
        final Link link;
        synchronized (this) {
            link = given;
            givenUp |= link == null;
        }
        if (link == null) {
            future.completeExceptionally(LinkSource.clientClosed());
        } else {
            link.giveUp(this, why);
        }
    }

    /** There is no link. */
    void abandon(Throwable why) {
        discard();
        future.completeExceptionally(why);
    }

    /** What it is part of, or null if it is a transaction of its own. */
    @Nullable
    RemoteTransaction transaction() {
        return settings.transaction();
    }

    @Override
    boolean moves(LinkSource source) {
        final RemoteTransaction transaction = settings.transaction();
        if (transaction != null) {
            if (transaction.isOpen()) {
                // A server that ends still takes COMMIT.
                transaction.fail("a call of it was not sent, as the connection was to end");
                discard();
                failed(RemoteTransaction.rolledBack("the connection has ended"));
                return true;
            }
            return false;
        }
        if (moved || future.isDone()) {
            return false;
        }
        moved = true;
        synchronized (this) {
            given = null;
        }
        if (future.isEnding()) {
            // It may have been asked for at the connection that has ended, where nothing came of it.
            takenBack();
            failed(TAKEN_BACK);
        } else {
            source.submit(this);
        }
        return true;
    }

    /** Says which procedure it calls, by its number on the link that it is sent over. */
    void prepared(int newProcedure) {
        procedure = newProcedure;
    }

    @Override
    boolean isCall() {
        return true;
    }

    @Override
    boolean isDone() {
        return future.isDone();
    }

    @Override
    ByteBuf frame(Link link) {
        final ByteBuf values = arguments;
        if (values == null) {
            throw new IllegalStateException("a call is sent once");
        }
        final CallKey key =
            settings.key() == null ? null : settings.key().send(link.welcome().incarnation(), link.serverPassed());
        final ByteBuf buffer = link.allocator().buffer(FRAME_BYTES + values.readableBytes());
        final int start = Frame.begin(buffer, FrameType.CALL, number);
        final RemoteTransaction transaction = settings.transaction();
        final CallHeader header = new CallHeader(procedure, settings.timeoutMicros(), settings.pageRows(), key,
            transaction == null ? 0 : transaction.number(), transaction == null ? settings.order() : 0,
            link.welcome().takesTraces() ? settings.trace() : null, argumentCount);
        header.write(buffer);
        Frame.flags(buffer, start, header.flags() | settings.flags());
        buffer.writeBytes(values);
        discard();
        return Frame.end(buffer, start);
    }

    /** How long its frame is, at most. */
    int frameBytes() {
        final ByteBuf values = arguments;
        return FRAME_BYTES + (values == null ? 0 : values.readableBytes());
    }

    @Override
    boolean answered(Link link, FrameType type, int flags, ByteBuf body) {
        if (type == FrameType.RESULT) {
            final Answer answer = Answer.read(body);
            if (answer.outcome() != OutcomeKind.COMMITTED) {
                noteIn(settings.key(), answer);
                if (answer.reason() == Reason.NO_SUCH_PROCEDURE) {
                    link.forget(name);
                }
                failed(answer);
                return true;
            }
        } else if (type != FrameType.PAGE) {
            throw new MalformedFrameException("a frame of type " + type + " as the answer of a call");
        }
        return took(link, (flags & Frame.MORE) != 0, ValueCodec.read(body));
    }

    private static void noteIn(@Nullable IdempotencyKey key, Answer answer) {
        if (key != null
            && (answer.outcome() == OutcomeKind.REFUSED || answer.outcome() == OutcomeKind.ABORTED_BY_SYSTEM)) {
            key.wroteNothing();
        }
    }

    private boolean took(Link link, boolean more, @Nullable Object value) {
        if (!more && rows == null) {
            complete(value);
            return true;
        }
        if (!(value instanceof List<?> page)) {
            throw new MalformedFrameException("a page without rows");
        }
        List<@Nullable Object> all = rows;
        if (all == null) {
            all = new ArrayList<>();
            rows = all;
        }
        all.addAll(page);
        future.pageCame();
        if (!more) {
            complete(all);
            return true;
        }
        if (page.isEmpty()) {
            throw new MalformedFrameException("a page without rows, but that there are more");
        }
        if (all.size() >= link.options.rowsMax) {
            link.send(FrameType.CANCEL, number);
            failed(tooLarge(link.options.rowsMax));
            return true;
        }
        if (future.isEnding()) {
            // The server may have forgotten the rest already: a FETCH of it would be a mistake, a CANCEL is none.
            link.send(FrameType.CANCEL, number);
            failed(cutShort());
            return true;
        }
        link.fetch(number, settings.pageRows());
        return false;
    }

    private Answer tooLarge(int rowsMax) {
        final RemoteTransaction transaction = settings.transaction();
        final String why = "has more than the " + rowsMax + " rows that this client takes";
        return transaction == null ? new Answer(OutcomeKind.RESULT_LOST, Reason.RESULT_TOO_LARGE,
            "the call was committed, but its result " + why) : transaction.unfit(why);
    }

    private Answer cutShort() {
        final RemoteTransaction transaction = settings.transaction();
        return transaction == null ? lost("it was cancelled")
            : transaction.unfit("was cancelled before its last row had come");
    }

    @SuppressWarnings("unchecked") // The binding is that of R.
    private void complete(@Nullable Object value) {
        try {
            future.complete((R) result.fromWire(value));
        } catch (ConversionException e) {
            final RemoteTransaction transaction = settings.transaction();
            final String why = String.valueOf(e.getMessage());
            failed(transaction != null ? transaction.unfit(why) : new Answer(OutcomeKind.RESULT_LOST,
                Reason.NOT_ENCODABLE, "the call was committed, but its result " + why));
        }
    }

    @Override
    Answer lost(String why) {
        final RemoteTransaction transaction = settings.transaction();
        if (transaction != null) {
            return transaction.lost(why, rows != null);
        }
        return rows == null ? CallException.unknownAnswer(why)
            : new Answer(OutcomeKind.RESULT_LOST, Reason.RESULT_CUT,
                "the call was committed, but only " + rows.size() + " rows of its result have come: " + why);
    }

    @Override
    void failed(Answer why) {
        future.completeExceptionally(CallException.of(why));
    }

    @Override
    void takenBack() {
        final RemoteTransaction transaction = settings.transaction();
        if (transaction != null) {
            transaction.fail("a call of it was cancelled before it was sent");
        }
        discard();
    }

    @Override
    void discard() {
        final ByteBuf values = arguments;
        arguments = null;
        if (values != null) {
            values.release();
        }
    }

    private static final int FRAME_BYTES = 72 + TraceContext.BYTES;
}
