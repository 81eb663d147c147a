package io.baton.server;

import io.baton.engine.AsyncCall;
import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.protocol.Answer;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
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

    /**
     * Begins, on the event loop.
     *
     * @param timeoutMicros how long it may take, or 0 for what the engine allows
     */
    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it throws nothing.
    void start(Engine engine, @Nullable Object[] arguments, long timeoutMicros) {
        Procedure<?> called = procedure.procedure();
        if (timeoutMicros > 0) {
            called = called.within(Duration.ofNanos(timeoutMicros * NANOS_OF_MICRO));
        }
        final AsyncCall<?> started;
        try {
            if (procedure.pace().mayRunNow() && ranNow(called, arguments)) {
                return;
            }
            started = engine.callAsync(called, arguments);
        } catch (IllegalStateException e) {
            ended(connection.server().notBegun(procedure, e), null);
            return;
        } catch (RuntimeException e) {
            ended(EngineAnswers.notBegun(e), null);
            return;
        }
        running = started;
        started.whenComplete((value, failure) -> {
            procedure.pace().ranElsewhere(connection.server().nanos() - started.beginNanos());
            ended(failure == null ? Answer.COMMITTED : EngineAnswers.of(failure), value);
        });
    }

    /** Runs it on the event loop if it need not wait. */
    private boolean ranNow(Procedure<?> called, @Nullable Object[] arguments) {
        final long begin = connection.server().nanos();
        final Outcome<?> outcome = called.executeNow(arguments);
        procedure.pace().ran(outcome != null, connection.server().nanos() - begin);
        if (outcome == null) {
            return false;
        }
        ended(EngineAnswers.of(outcome), outcome instanceof Outcome.Committed<?>(Object result) ? result : null);
        return true;
    }

    /** Ends the call if that is still possible; its answer tells. On the event loop. */
    void end() {
        final AsyncCall<?> call = running;
        if (call != null) {
            call.end();
        }
    }

    String procedureName() {
        return procedure.procedure().name();
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
