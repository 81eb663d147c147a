package io.baton.server;

import io.baton.engine.AsyncCall;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.TraceContext;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of a client. It runs on a thread of the engine, which also writes the answer's frame; the connection's event
 * loop sends that, and later pages.
 */
final class RemoteCall {

    private final CallContext context;
    private final ServedProcedure procedure;
    private final String granted;
    private final int request;
    private final @Nullable TraceContext trace;
    private final ResultWriter writer;
    private volatile KeyedCalls.@Nullable Entry entry;
    /** The call whose outcome it waits for, as it has the same key. */
    private volatile KeyedCalls.@Nullable Entry first;
    private volatile @Nullable AsyncCall<?> running;
    private volatile @Nullable ServerTransaction transaction;
    private volatile boolean endWanted;
    /** Of a call that waits; the event loop's. */
    private @Nullable ScheduledFuture<?> timer;
    /** Whether its transaction goes on with its result; guarded by that. */
    private boolean worked;
    /** Written before the call is handed to the event loop, which reads it. */
    private @Nullable ByteBuf frame;
    /** Whether its RESULT is sent; the event loop's. */
    private boolean answered;

    /**
     * Makes it; nothing begins.
     *
     * @param granted the name of the procedure for which its user has the grant: the one that it explains, if it does
     * @param trace within which span of the client's it is made, or null
     */
    RemoteCall(CallContext context, ServedProcedure procedure, String granted, int request,
            @Nullable TraceContext trace, ResultWriter writer) {
        this.context = context;
        this.procedure = procedure;
        this.granted = granted;
        this.request = request;
        this.trace = trace;
        this.writer = writer;
    }

    int request() {
        return request;
    }

    /** Says that others may wait for its outcome. */
    void keyed(KeyedCalls.Entry newEntry) {
        entry = newEntry;
    }

    /** Says that it waits for the outcome of another call. */
    void waitsFor(KeyedCalls.Entry newFirst) {
        first = newFirst;
    }

    /**
     * Begins, on the event loop; one that was sent before is answered with its first outcome instead.
     *
     * @param onReleased is run when its locks are given back, if its answer waits for the disk then; null if nobody
     *     wants to know
     */
    void start(CallHeader header, byte @Nullable [] fingerprint, @Nullable Object[] arguments, ServerOptions options,
            @Nullable Runnable onReleased) {
        final long most = TimeUnit.NANOSECONDS.toMicros(options.callTimeoutMax.toNanos());
        final long timeoutMicros = Math.min(header.timeoutMicros(), most);
        if (endWanted) {
            refuse(new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.CANCELLED, "the call was cancelled"));
        } else if (header.key() == null || fingerprint == null
            || context.keys().runs(header.key(), fingerprint, this)) {
            try {
                start(arguments, timeoutMicros, onReleased);
            } catch (Throwable e) {
                // A tracer has thrown, for example. Repetitions wait for this call.
                ended(EngineAnswers.notBegun(e), null);
            }
        } else if (timeoutMicros > 0) {
            timer = context.later(TimeUnit.MICROSECONDS.toNanos(timeoutMicros), () -> leave("its time was over"));
        }
    }

    private void start(@Nullable Object[] arguments, long timeoutMicros, @Nullable Runnable onReleased) {
        Procedure<?> prepared = context.engine().prepared(procedure.procedure(), trace, timeoutMicros);
        if (procedure.pace().mayRunNow()) {
            // Begun here, so that it is one call for the tracer even if it cannot end here.
            prepared = prepared.begun();
            if (ranNow(prepared, arguments)) {
                return;
            }
        }
        context.engine().begin(prepared, arguments, this::text, call -> {
            running = call;
            if (onReleased != null) {
                call.whenReleased(onReleased);
            }
        }, this::ranElsewhere);
        final AsyncCall<?> call = running;
        if (endWanted && call != null) {
            call.end();
        }
    }

    /** Runs it on the event loop if it need not wait. */
    private boolean ranNow(Procedure<?> prepared, @Nullable Object[] arguments) {
        final long begin = context.nanos();
        final boolean ended = context.engine().callNow(prepared, arguments, this::text, (answer, value) -> {
            procedure.pace().ran(true, context.nanos() - begin);
            ended(unlessGone(answer), value);
        });
        if (!ended) {
            procedure.pace().ran(false, context.nanos() - begin);
        }
        return ended;
    }

    private void ranElsewhere(Answer answer, @Nullable Object value) {
        final AsyncCall<?> call = running;
        if (call == null) {
            ended(unlessGone(answer), value);
        } else {
            procedure.pace().ranElsewhere(context.nanos() - call.beginNanos());
            ended(answer, value);
        }
    }

    /** The engine says that it is closed if it does not begin a call; it may be only the procedure that is gone. */
    private Answer unlessGone(Answer why) {
        return why.reason() != Reason.CLOSING || context.server().procedures().has(procedure) ? why
            : EngineAnswers.refused(Reason.NO_SUCH_PROCEDURE, why.message());
    }

    /** Names it for the log. */
    private String text() {
        return "procedure " + name() + " in call " + Integer.toUnsignedString(request) + " of "
            + context.engine().origin().text() + (trace == null ? "" : " within " + trace.traceparent());
    }

    /** Says that it is part of a transaction, and what watches its time. On the event loop. */
    void within(ServerTransaction newTransaction, ScheduledFuture<?> watch) {
        transaction = newTransaction;
        timer = watch;
    }

    /** Runs it within a transaction, on that one's thread. */
    @Nullable
    Object runWithin(Transaction within, @Nullable Object[] arguments) {
        return (trace == null ? procedure.procedure()
            : procedure.procedure().calledBy(null, trace.traceparent())).callWithin(within, arguments);
    }

    /**
     * Writes a result that is committed when its transaction is.
     *
     * @return null if it is to be sent; or why it cannot be, and its transaction is to end
     */
    @Nullable
    Answer writeWithin(@Nullable Object value) {
        final ByteBuf result = written(() -> writer.result(request, Answer.COMMITTED, procedure.result(), value));
        final Answer told = writer.sent();
        if (told.outcome() == OutcomeKind.COMMITTED) {
            frame = result;
            return null;
        }
        ReferenceCountUtil.release(result);
        return rolledBack(told);
    }

    private static Answer rolledBack(Answer lost) {
        return new Answer(OutcomeKind.ABORTED_BY_SYSTEM, lost.reason(), lost.message()
            .replace(ResultWriter.COMMITTED_BUT, "the transaction was rolled back: the call has ended, but "));
    }

    /** Its transaction goes on with its result. Called under that one's latch. */
    void hasWorked() {
        worked = true;
    }

    /** Whether its transaction goes on with its result. Called under that one's latch. */
    boolean worked() {
        return worked;
    }

    /** Sends what was written within its transaction. */
    void sendWithin() {
        context.ended().accept(this);
    }

    /** Answers that it has not brought a result. Any thread. */
    void refuse(Answer why) {
        ended(why, null);
    }

    String name() {
        return procedure.procedure().name();
    }

    /** The procedure that its user must be allowed to call, as long as there is something of its result to have. */
    String granted() {
        return granted;
    }

    /** Ends the call, or its wait for another one, if that is still possible; its answer tells. Any thread. */
    void end() {
        final AsyncCall<?> call = running;
        final ServerTransaction part = transaction;
        endWanted = true;
        if (call != null) {
            call.end();
        } else if (part != null && !answered) {
            part.stop(this, new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.CANCELLED,
                "a call of the transaction was cancelled, and it was rolled back"));
        } else {
            leave("it was cancelled");
        }
    }

    private void leave(String why) {
        final KeyedCalls.Entry other = first;
        if (other != null && context.keys().leaves(other, this)) {
            answerWith(EngineAnswers.unknown("the call was sent before and goes on; this repetition of it waits no "
                + "longer, as " + why + ": send it again to learn the outcome"), null);
        }
    }

    /** Since when it runs on a thread of its own, in the engine's clock; 0 if it does not, or has ended. */
    long beginNanos() {
        final AsyncCall<?> call = running;
        return call == null || call.isDone() ? 0 : call.beginNanos();
    }

    /** Whether it goes on without its connection, as its client may ask again. */
    boolean outlivesConnection() {
        return entry != null;
    }

    /** Any thread. */
    private void ended(Answer answer, @Nullable Object value) {
        final ByteBuf written = written(() -> writer.result(request, answer, procedure.result(), value));
        final KeyedCalls.Entry others = entry;
        try {
            if (others != null) {
                context.keys().ended(others, writer.sent(), writer.hasMore() ? null : written);
            }
        } finally {
            answer(written);
        }
    }

    /** Gives it an answer that was kept, or that another call has got. Any thread. */
    void answerWith(Answer answer, byte @Nullable [] kept) {
        answer(written(() -> kept == null ? writer.result(request, answer, procedure.result(), null)
            : writer.kept(request, kept)));
    }

    /** A frame, or null if there is no memory for it: the connection ends then, so that the client does not wait. */
    private static @Nullable ByteBuf written(Supplier<ByteBuf> frame) {
        try {
            return frame.get();
        } catch (Throwable e) {
            return null;
        }
    }

    private void answer(@Nullable ByteBuf written) {
        frame = written;
        context.ended().accept(this);
    }

    /** The frame to send, once. On the event loop. */
    @Nullable
    ByteBuf takeFrame() {
        answered = true;
        final ScheduledFuture<?> over = timer;
        if (over != null) {
            over.cancel(false);
            timer = null;
        }
        final ByteBuf taken = frame;
        frame = null;
        return taken;
    }

    /** The next page, or what is wrong with it. On the event loop. */
    ByteBuf nextPage(int rows) {
        final ByteBuf page = writer.page(request, rows);
        final ServerTransaction part = transaction;
        final Answer lost = writer.sent();
        if (part == null || lost.outcome() == OutcomeKind.COMMITTED) {
            return page;
        }
        page.release();
        return writer.result(request, part.lost(lost, rolledBack(lost)), procedure.result(), null);
    }

    /** The rest of its result is not to be had, for a reason. {@return what its client is told} */
    Answer withhold(Answer refusal) {
        final ServerTransaction part = transaction;
        return part == null ? EngineAnswers.lost(refusal.reason(), ResultWriter.COMMITTED_BUT + refusal.message())
            : part.withhold(refusal);
    }

    /** Whether it is answered, and rows of its result wait to be fetched. On the event loop. */
    boolean hasMore() {
        return answered && writer.hasMore();
    }

    /** Frees its frame, when there is no event loop any more. */
    void discard() {
        ReferenceCountUtil.release(frame);
        frame = null;
    }
}
