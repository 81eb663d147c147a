package io.baton.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.AsyncCall;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.protocol.Answer;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.TraceContext;
import io.baton.server.query.Cursors;
import io.baton.server.statistics.CallMeter;
import io.baton.server.statistics.OpenTransaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of several calls: one call of the engine, on a thread of it, which takes the client's calls from a
 * queue and runs them one after the other with its own {@link Transaction}. It is never started over; what comes out of
 * a call but a result ends it, and all calls behind are refused. Thread-safe.
 */
final class ServerTransaction {

    private final ServerOptions options;
    private final EngineCalls engine;
    private final Consumer<ServerTransaction> onEnd;
    private final long beginNanos;
    private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    /** What was taken, and has no answer yet; at most one. */
    @GuardedBy("this")
    private final Queue<Step> current = new ArrayDeque<>();
    @GuardedBy("this")
    private @Nullable Answer end;
    @GuardedBy("this")
    private @Nullable Answer endWanted;
    @GuardedBy("this")
    private @Nullable AsyncCall<?> call;
    /** Whether COMMIT was asked for. */
    @GuardedBy("this")
    private boolean commitAsked;
    /** Whether a call was told why the transaction is to end, before it has ended. */
    @GuardedBy("this")
    private boolean toldWhy;
    /** Whether calls behind its end are told no more than that it has ended. */
    @GuardedBy("this")
    private boolean endIsTold;

    /** The procedure that runs, or null between two calls; since when; and how many calls have ended. */
    @GuardedBy("this")
    private @Nullable String runs;
    @GuardedBy("this")
    private long sinceNanos;
    @GuardedBy("this")
    private long calls;

    /** What the client wants next. */
    private sealed interface Step {
    }

    /** A call. */
    private record Run(RemoteCall call, List<@Nullable Object> arguments) implements Step {
    }

    /** The end: whether it is to be committed, and who wants to know. */
    private record End(boolean commit, Consumer<Answer> answer) implements Step {
    }

    /** Looks whether the end was wanted. */
    private record Look() implements Step {
    }

    /** A transaction that begins when {@link #start} is called; onEnd is run once, by any thread. */
    ServerTransaction(ServerOptions options, EngineCalls engine, Consumer<ServerTransaction> onEnd) {
        this.options = options;
        this.engine = engine;
        this.onEnd = onEnd;
        this.beginNanos = options.clock.getAsLong();
        this.sinceNanos = beginNanos;
    }

    /** One that could not begin. */
    static ServerTransaction refused(ServerOptions options, EngineCalls engine, Answer why) {
        final ServerTransaction refused = new ServerTransaction(options, engine, ended -> {});
        refused.ended(why);
        return refused;
    }

    /** What it does. Any thread. */
    synchronized OpenTransaction look() {
        return new OpenTransaction(engine.origin(), beginNanos, call == null ? 0 : call.beginNanos(), calls, runs,
            sinceNanos);
    }

    /** Begins, within a span of the client's or none. */
    void start(@Nullable TraceContext trace) {
        final Procedure<Boolean> conversation =
            Procedure.unlisted(engine.engine(), CallMeter.OF_TRANSACTIONS, new Conversation(), Boolean.class).once();
        final long mostMicros = TimeUnit.NANOSECONDS.toMicros(options.callTimeoutMax.toNanos());
        engine.begin(engine.prepared(conversation, trace, mostMicros), new Object[] {this}, this::text, this::begun,
            (answer, committed) -> ended(answer));
    }

    private synchronized void begun(AsyncCall<Boolean> started) {
        call = started;
    }

    /** Names what runs for the log. */
    private synchronized String text() {
        return "procedure " + runs + " in call " + (calls + 1) + " of a transaction of " + engine.origin().text();
    }

    /** What runs within the engine's call. Public for the engine, which calls it. */
    public static final class Conversation {

        /**
         * Runs the client's calls.
         *
         * @param transaction given by the engine
         * @param owner whose calls these are
         * @return true when it is to be committed
         * @throws InterruptedException if the engine's thread is interrupted
         */
        public boolean run(Transaction transaction, ServerTransaction owner) throws InterruptedException {
            try (Cursors cursors = new Cursors()) {
                return ScopedValue.where(Cursors.CURRENT, cursors).call(() -> owner.converse(transaction));
            }
        }
    }

    private boolean converse(Transaction transaction) throws InterruptedException {
        while (true) {
            final Step step = steps.poll(options.transactionIdleMax.toNanos(), TimeUnit.NANOSECONDS);
            if (step == null) {
                endWith(new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.TRANSACTION_IDLE, "the transaction" + idle()));
            }
            final boolean goesOn = takes(step);
            if (!goesOn || step == null) {
                throw transaction.abort("is to end");
            }
            switch (step) {
                case Run run -> {
                    final Object value = run.call().runWithin(transaction, run.arguments().toArray());
                    final Answer lost = run.call().writeWithin(value);
                    if (lost != null) {
                        endWith(lost);
                        throw transaction.abort("is to end");
                    }
                    if (!worked(run)) {
                        // It has ended too late, or was cancelled: it is told so, and not its result.
                        run.call().discard();
                        throw transaction.abort("is to end");
                    }
                    run.call().sendWithin();
                }
                case End last -> {
                    if (last.commit()) {
                        return true;
                    }
                    throw transaction.abort("was rolled back");
                }
                case Look ignored -> {
                    // It goes on.
                }
            }
        }
    }

    private String idle() {
        return " was rolled back, as no call came for " + options.transactionIdleMax.toMillis() + " ms";
    }

    /** Notes what is under way; returns false if the transaction is to end. */
    private synchronized boolean takes(@Nullable Step step) {
        if (step != null && !(step instanceof Look)) {
            current.add(step);
        }
        if (step instanceof Run run) {
            runs = run.call().name();
            sinceNanos = options.clock.getAsLong();
        }
        return endWanted == null;
    }

    /** Notes that a call has ended; returns false if the transaction is to end, and the call to be told why. */
    private synchronized boolean worked(Run run) {
        if (endWanted != null) {
            return false;
        }
        run.call().hasWorked();
        runs = null;
        sinceNanos = options.clock.getAsLong();
        calls++;
        endIsTold = true;
        current.clear();
        return true;
    }

    /** Rolls it back as soon as possible, as one of its calls is to end; not if that has ended already. Any thread. */
    void stop(RemoteCall late, Answer why) {
        synchronized (this) {
            if (late.worked()) {
                return;
            }
            endWith(why);
        }
        stop(why);
    }

    private synchronized void endWith(Answer why) {
        if (endWanted == null) {
            endWanted = why;
        }
    }

    /** Runs a call behind those before it; its answer comes in any case. */
    void run(RemoteCall remote, @Nullable Object[] arguments) {
        final Answer refusal = offer(new Run(remote, Arrays.asList(arguments)));
        if (refusal != null) {
            remote.refuse(refusal);
        }
    }

    /** Ends it behind the calls before; tells how. */
    void end(boolean commit, Consumer<Answer> answer) {
        final Answer refusal = offer(new End(commit, answer));
        if (refusal != null) {
            answer.accept(commit ? refusal : Answer.COMMITTED);
        }
    }

    private synchronized @Nullable Answer offer(Step step) {
        if (end != null) {
            return refusal(end);
        }
        if (step instanceof End last && last.commit()) {
            commitAsked = true;
        }
        steps.add(step);
        return null;
    }

    /**
     * Ends it, as rows of a call's result cannot be sent, unless COMMIT was asked for before.
     *
     * @param committed what to tell if it is committed
     * @param rolledBack what to tell if it is not
     * @return what to tell
     */
    Answer lost(Answer committed, Answer rolledBack) {
        synchronized (this) {
            if (end != null) {
                return switch (end.outcome()) {
                    case COMMITTED -> committed;
                    case UNKNOWN -> end;
                    default -> rolledBack;
                };
            }
            if (commitAsked) {
                return EngineAnswers.unknown("its transaction was about to be committed, and rows of the call's "
                    + "result could not be sent");
            }
            toldWhy = true;
            endIsTold = true;
        }
        stop(rolledBack);
        return rolledBack;
    }

    /** What calls are told when the transaction has ended for a reason; the first one gets the reason itself. */
    @GuardedBy("this")
    private Answer refusal(Answer why) {
        if (why.outcome() == OutcomeKind.REFUSED) {
            return why;
        }
        if (!endIsTold && why.outcome() == OutcomeKind.ABORTED_BY_SYSTEM) {
            endIsTold = true;
            return why;
        }
        return why.reason() == Reason.TRANSACTION_IDLE ? why : new Answer(OutcomeKind.ABORTED_BY_SYSTEM,
            Reason.TRANSACTION_ENDED, "the transaction has ended before: "
                + (why.message().isEmpty() ? "it was committed" : why.message()) + "; roll back, and begin another");
    }

    /** Rolls it back as soon as possible, for a reason. Any thread. */
    void stop(Answer why) {
        endWith(why);
        final AsyncCall<?> running;
        synchronized (this) {
            running = call;
        }
        steps.add(new Look());
        if (running != null) {
            running.end();
        }
    }

    /** The rest of a call's result is not to be had: rolls it back if it can be. {@return what becomes of the call} */
    Answer withhold(Answer refusal) {
        return lost(EngineAnswers.lost(refusal.reason(), ResultWriter.COMMITTED_BUT + refusal.message()),
            new Answer(OutcomeKind.ABORTED_BY_SYSTEM, refusal.reason(),
                "the transaction was rolled back: " + refusal.message()));
    }

    private void ended(Answer outcome) {
        final List<Step> waiting = new ArrayList<>();
        final Answer why;
        boolean first;
        synchronized (this) {
            first = !toldWhy;
            final boolean wanted = endWanted != null && outcome.outcome() != OutcomeKind.COMMITTED
                && outcome.outcome() != OutcomeKind.UNKNOWN;
            why = wanted && endWanted != null ? endWanted : outcome;
            end = why;
            waiting.addAll(current);
            steps.drainTo(waiting);
        }
        for (final Step step : waiting) {
            tell(step, why, first);
            first = false;
        }
        onEnd.accept(this);
        if (why.reason() == Reason.TRANSACTION_IDLE) {
            // Only now, as nobody waits for its locks or for its answers any more.
            options.log.accept("transaction of " + engine.origin().text() + idle());
        }
    }

    /** Answers what was under way with how it ended, and what waited behind it with a refusal. */
    private void tell(Step step, Answer why, boolean first) {
        final Answer told;
        synchronized (this) {
            told = first ? why : refusal(why);
            endIsTold |= first;
        }
        switch (step) {
            case Run run -> run.call().refuse(told);
            case End last -> last.answer().accept(last.commit() ? told : Answer.COMMITTED);
            case Look ignored -> {
                // Nobody waits for it.
            }
        }
    }
}
