package io.baton.server;

import io.baton.engine.AsyncCall;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call of a client. It runs on a thread of the engine, which also writes the answer's frame; the connection's event
 * loop sends that, and later pages.
 */
final class RemoteCall {

    private final Connection connection;
    private final ServedProcedure procedure;
    private final int request;
    private final ResultWriter writer;
    private volatile Keys.@Nullable Entry entry;
    private @Nullable AsyncCall<?> running;
    private @Nullable ServerTransaction transaction;
    private @Nullable Future<?> timer;
    /** Whether it was to end before it began; the event loop's. */
    private boolean endWanted;
    /** Written before the call is handed to {@code Outgoing}, read by the event loop. */
    private @Nullable ByteBuf frame;
    /** Whether its RESULT is sent; the event loop's. */
    private boolean answered;

    RemoteCall(Connection connection, ServedProcedure procedure, int request, ResultWriter writer) {
        this.connection = connection;
        this.procedure = procedure;
        this.request = request;
        this.writer = writer;
    }

    int request() {
        return request;
    }

    /** Says that others may wait for its outcome. */
    void keyed(Keys.Entry newEntry) {
        entry = newEntry;
    }

    /** Begins, on the event loop; one that was sent before is answered with its first outcome instead. */
    void start(CallHeader header, byte @Nullable [] fingerprint, @Nullable Object[] arguments,
            ServerOptions options) {
        if (endWanted) {
            refuse(new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.CANCELLED, "the call was cancelled"));
        } else if (header.key() == null || fingerprint == null
            || connection.server().keys().runs(header.key(), fingerprint, this)) {
            final long most = TimeUnit.NANOSECONDS.toMicros(options.callTimeoutMax.toNanos());
            start(connection.server().engine(), arguments, Math.min(header.timeoutMicros(), most));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it throws nothing.
    private void start(Engine engine, @Nullable Object[] arguments, long timeoutMicros) {
        Procedure<?> called = procedure.procedure();
        if (timeoutMicros > 0) {
            called = called.within(Duration.ofNanos(timeoutMicros * NANOS_OF_MICRO));
        }
        final AsyncCall<?> started;
        try {
            started = engine.callAsync(called, arguments);
        } catch (IllegalStateException e) {
            ended(connection.server().notBegun(procedure, e), null);
            return;
        } catch (RuntimeException e) {
            ended(EngineAnswers.notBegun(e), null);
            return;
        }
        running = started;
        started.whenComplete(
            (value, failure) -> ended(failure == null ? Answer.COMMITTED : EngineAnswers.of(failure), value));
    }

    /** Says what is to happen if it is not answered in time. On the event loop. */
    void until(Future<?> newTimer) {
        if (answered) {
            newTimer.cancel(false);
        } else {
            timer = newTimer;
        }
    }

    /** Says that it is part of a transaction. */
    void within(ServerTransaction newTransaction) {
        transaction = newTransaction;
    }

    /** Runs it within a transaction, on that one's thread. */
    @Nullable
    Object runWithin(Transaction within, @Nullable Object[] arguments) {
        return procedure.procedure().runWithin(within, arguments);
    }

    /** Answers with a result that is committed when its transaction is. */
    void answerWithin(@Nullable Object value) {
        ended(Answer.COMMITTED, value);
    }

    /** Answers that it has not brought a result. Any thread. */
    void refuse(Answer why) {
        ended(why, null);
    }

    String name() {
        return procedure.procedure().name();
    }

    /** Ends the call if that is still possible; its answer tells. On the event loop. */
    void end() {
        final AsyncCall<?> call = running;
        final ServerTransaction part = transaction;
        endWanted = true;
        if (call != null) {
            call.end();
        } else if (part != null && !answered) {
            part.stop(new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.CANCELLED,
                "a call of the transaction was cancelled, and it was rolled back"));
        }
    }

    /** Whether its RESULT is sent. On the event loop. */
    boolean isAnswered() {
        return answered;
    }

    /** Whether it goes on without its connection, as its client may ask again. */
    boolean outlivesConnection() {
        return entry != null;
    }

    /** Any thread. */
    private void ended(Answer answer, @Nullable Object value) {
        final ByteBuf written = writer.result(request, answer, procedure.result(), value);
        final Keys.Entry others = entry;
        if (others != null) {
            connection.server().keys().ended(others, writer.sent(), writer.hasMore() ? null : written);
        }
        answer(written);
    }

    /** Gives it an answer that was kept, or that another call has got. Any thread. */
    void answerWith(Answer answer, byte @Nullable [] kept) {
        answer(kept == null ? writer.result(request, answer, procedure.result(), null) : writer.kept(request, kept));
    }

    private void answer(ByteBuf written) {
        frame = written;
        connection.outgoing().add(this);
    }

    /** The frame to send, once. On the event loop. */
    @Nullable
    ByteBuf takeFrame() {
        answered = true;
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        final ByteBuf taken = frame;
        frame = null;
        return taken;
    }

    /** The next page, or what is wrong with it. On the event loop. */
    ByteBuf nextPage(int rows) {
        return writer.page(request, rows);
    }

    /** Whether it is answered, and rows of its result wait to be fetched. On the event loop. */
    boolean hasMore() {
        return answered && writer.hasMore();
    }

    void discard() {
        final ByteBuf taken = takeFrame();
        if (taken != null) {
            taken.release();
        }
    }

    private static final long NANOS_OF_MICRO = 1_000;
}
