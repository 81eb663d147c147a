package io.baton.server;

import io.baton.protocol.Answer;
import io.baton.protocol.Frame;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.TraceContext;
import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of several calls of one connection, by the numbers that its client has given them. One that has
 * ended by itself is known until the client ends it. For the connection's event loop.
 */
final class OpenTransactions {

    private static final long NANOS_OF_MICRO = 1_000;

    private final CallContext context;
    private final ServerOptions options;
    private final ConnectionCalls.Answers answers;
    private final IntObjectMap<ServerTransaction> open = new IntObjectHashMap<>();
    /** Those that could not begin, so that their calls are told why; as many as may be open. */
    private final IntObjectMap<ServerTransaction> refused = new IntObjectHashMap<>();

    OpenTransactions(CallContext context, ServerOptions options, ConnectionCalls.Answers answers) {
        this.context = context;
        this.options = options;
        this.answers = answers;
    }

    /** Begins one, as BEGIN says, unless it is forbidden; returns whether it could. Its first call tells more. */
    Answer begin(ByteBuf body, int flags, @Nullable Answer forbidden) {
        final int number = body.readIntLE();
        final TraceContext trace = (flags & Frame.TRACED) == 0 ? null : TraceContext.read(body);
        if (number == 0 || open.containsKey(number) || refused.containsKey(number)) {
            throw new MalformedFrameException("BEGIN of transaction " + number
                + (number == 0 ? "" : ", which is open already"));
        }
        if (forbidden != null) {
            return refused(number, forbidden);
        }
        final AllTransactions all = context.server().transactions();
        final int most = options.transactionsOfConnectionMax();
        if (open.size() >= most) {
            return refused(number, tooMany(most + " of this connection"));
        }
        if (context.server().isClosing()) {
            return refused(number, EngineAnswers.refused(Reason.SHUTTING_DOWN, "the server ends; call another one"));
        }
        if (!all.reserve()) {
            return refused(number, tooMany(String.valueOf(options.transactionsMax)));
        }
        final ServerTransaction transaction = new ServerTransaction(options, context.engine(), all::ended);
        open.put(number, transaction);
        all.begins(transaction);
        transaction.start(trace);
        return Answer.COMMITTED;
    }

    private static Answer tooMany(String number) {
        return EngineAnswers.refused(Reason.TOO_MANY,
            "there are " + number + " transactions of several calls already; try later");
    }

    /** Calls that were sent already are told the same. */
    private Answer refused(int number, Answer why) {
        if (refused.size() < options.callsPerConnection) {
            refused.put(number, ServerTransaction.refused(options, context.engine(), why));
        }
        return why;
    }

    /** Runs a call within one. */
    void run(int number, RemoteCall call, @Nullable Object[] arguments, long timeoutMicros) {
        final ServerTransaction begun = open.get(number);
        final ServerTransaction transaction = begun == null ? refused.get(number) : begun;
        if (transaction == null) {
            call.refuse(unknown(number));
            return;
        }
        final long nanos = timeoutMicros == 0 ? options.transactionCallTimeout.toNanos()
            : Math.min(timeoutMicros, TimeUnit.NANOSECONDS.toMicros(options.callTimeoutMax.toNanos())) * NANOS_OF_MICRO;
        call.within(transaction, context.later(nanos, () -> transaction.stop(call,
            new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.TIMEOUT, "procedure " + call.name()
                + " did not end within " + TimeUnit.NANOSECONDS.toMillis(nanos)
                + " ms, and its transaction was rolled back"))));
        transaction.run(call, arguments);
    }

    /** Commits one; if that is forbidden it is rolled back. The answer comes when it has ended. */
    void commit(int number, int request, @Nullable Answer forbidden) {
        end(number, forbidden == null, request, forbidden);
    }

    /** Rolls one back; the answer comes when it has ended. */
    void rollback(int number, int request) {
        end(number, false, request, null);
    }

    private void end(int number, boolean commit, int request, @Nullable Answer told) {
        final ServerTransaction begun = open.remove(number);
        final ServerTransaction transaction = begun == null ? refused.remove(number) : begun;
        if (transaction == null) {
            answers.answer(request, unknown(number));
            return;
        }
        transaction.end(commit,
            answer -> context.onLoop(() -> answers.answer(request, told == null ? answer : told)));
    }

    private static Answer unknown(int number) {
        return EngineAnswers.refused(Reason.NO_TRANSACTION,
            "there is no transaction " + number + " on this connection; begin one");
    }

    /** How many there are. */
    int count() {
        return open.size();
    }

    /** The connection has ended: rolls all back. */
    void stopAll() {
        open.values().forEach(transaction -> transaction.stop(new Answer(OutcomeKind.ABORTED_BY_SYSTEM,
            Reason.CANCELLED, "the connection of the transaction has ended")));
        open.clear();
        refused.clear();
    }
}
