package io.baton.engine;

import io.baton.engine.history.TransactionHistory;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.procedure.Explains;
import io.baton.engine.trace.CallEvent;
import io.baton.engine.trace.Caller;
import io.baton.engine.trace.FlightEvents;
import io.baton.engine.transaction.AttemptEnd;
import io.baton.engine.transaction.AuditFailure;
import io.baton.engine.transaction.CallControl;
import io.baton.engine.transaction.CallIdentity;
import io.baton.engine.transaction.FailureText;
import io.baton.engine.transaction.LockWatch;
import io.baton.engine.transaction.LogPosition;
import io.baton.engine.transaction.Participant;
import io.baton.engine.transaction.Restart;
import io.baton.engine.transaction.SystemAbort;
import io.baton.engine.transaction.UserAbort;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockStatistics;
import io.baton.storage.OutOfMemoryBudgetException;
import io.baton.storage.StorageException;
import io.baton.storage.TableFullException;
import io.baton.storage.TransactionTooLargeException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls, one after the other: attempt after attempt, until one commits, the procedure gives up, or the bounds on
 * time and restarts are reached. What it needs for a transaction it keeps for the next, so that a transaction allocates
 * next to nothing. One thread at a time.
 *
 * <p>Whatever a procedure throws, and be it an {@link Error}, is an outcome. A coordinator through which an Error has
 * gone says {@link #isBroken()} and is not used again. An Error while the writes are applied stops the engine.
 */
final class Coordinator implements AutoCloseable {
    /** With it the names of the procedures begin that a server brings along. */
    private static final String BUILT_IN = "baton.";

    private static final long FIRST_PAUSE_NANOS = 1_000;
    private static final int PAUSE_DOUBLINGS_MAX = 10;

    /** Its place in the pool. */
    final int place;
    /** If it was made for one call that is explained: the one that it stands in for. */
    final @Nullable Coordinator standsInFor;
    final Participant participant;
    private final EngineConfig config;
    private final RandomGenerator random;
    private final CallControl control;
    private final CallIdentity identity;
    private final TransactionHistory history;
    /** The session that has it, if one has. */
    private volatile @Nullable Session owner;
    /** The name of what it runs, or has run. */
    private String procedure = "";
    private long restarts;
    /** For those who look from outside. */
    private boolean running;
    private long restartsBefore;
    private boolean broken;

    Coordinator(int number, EngineParts.Places.Place place, Participant participant, EngineConfig config,
            CallControl control, RandomGenerator random, @Nullable Coordinator standsInFor) {
        this.place = number;
        this.standsInFor = standsInFor;
        this.participant = participant;
        this.config = config;
        this.random = random;
        this.control = control;
        this.identity = place.identity();
        this.history = place.history();
    }

    long restarts() {
        return restarts;
    }

    /** How often the last call had to start over. */
    long callRestarts() {
        return restarts - restartsBefore;
    }

    /** Says which session has it from now on. */
    void ownedBy(@Nullable Session session) {
        owner = session;
    }

    /** Whether a session has it that is not within a call. */
    boolean restsInSession() {
        final Session session = owner;
        return session != null && !session.isCalling();
    }

    /** Whether it must not be used again: an Error went through it, or its session with a lock server is lost. */
    boolean isBroken() {
        return broken;
    }

    /** What the call that it runs leaves for others to see, or null if it runs none. Any thread. */
    @Nullable
    LockWatch running() {
        return running ? participant.watch() : null;
    }

    LockStatistics lockStatistics() {
        return participant.lockStatistics();
    }

    /** Returns, once, the log position that the last call's answer waits for; null if it need not wait. */
    @Nullable
    LogPosition position() {
        return participant.position();
    }

    CallControl control() {
        return control;
    }

    /**
     * Runs a call.
     *
     * @param code the procedure that it runs
     * @param arguments its arguments, checked
     * @param startNanos when the call began
     * @param timeoutNanos how long it may take
     * @param mayWait whether it may wait for locks, and touch as much as it likes
     * @return the outcome; null if it may not wait and would have to: then nothing has happened
     */
    <R> @Nullable Outcome<R> call(ProcedureCode<R> code, Object[] arguments, long startNanos, long timeoutNanos,
            boolean mayWait) {
        final CallEvent event = FlightEvents.call();
        begin(code, startNanos, timeoutNanos, mayWait);
        boolean committed = false;
        final Explains explains = code.explains();
        try {
            Outcome<R> outcome = plan(code, arguments);
            final boolean runs = explains == null || explains.runs();
            for (int attempt = 1; outcome == null && runs; attempt++) {
                outcome = attempt(code, arguments);
                if (outcome == null) {
                    if (!mayWait) {
                        return null;
                    }
                    restarts++;
                    outcome = code.isOnce() ? aborted(SystemAbort.notStartedOver()) : pauseOrGiveUp(attempt);
                }
            }
            committed = (outcome instanceof Outcome.Committed || participant.hasApplied()) && explains == null;
            return explains == null ? outcome : code.explained(outcome, explains, arguments, participant);
        } finally {
            end(event, committed);
        }
    }

    private void end(@Nullable CallEvent event, boolean committed) {
        running = false;
        participant.endCall();
        history.end(committed);
        if (event != null) {
            event.ended(procedure, committed, callRestarts());
        }
    }

    @SuppressWarnings("ReferenceEquality") // Storing the same name again would cost a memory fence.
    private void begin(ProcedureCode<?> code, long startNanos, long timeoutNanos, boolean mayWait) {
        if (procedure != code.name()) {
            procedure = code.name();
        }
        restartsBefore = restarts;
        control.mayWait(mayWait);
        // A limit of the procedure's own is a promise; the engine's is a guard against calls that never end.
        control.begin(startNanos, timeoutNanos, timeoutNanos != config.callTimeoutNanos());
        identity.begin(startNanos);
        participant.begin(procedure, Caller.origin(code.caller()));
        running = true;
        history.begin(startNanos);
    }

    /** Lets the procedure declare its locks. */
    private <R> @Nullable Outcome<R> plan(ProcedureCode<R> code, Object[] arguments) {
        if (!code.hasPlan()) {
            return null;
        }
        final LockPlan plan = new LockPlan(participant);
        try {
            code.plan(plan, arguments);
            return null;
        } catch (Throwable thrown) {
            return failed(thrown);
        } finally {
            plan.end();
        }
    }

    /** Returns null if the transaction has to start over. */
    private <R> @Nullable Outcome<R> attempt(ProcedureCode<R> code, Object[] arguments) {
        Outcome<R> outcome = null;
        final Throwable failure;
        try {
            participant.beginAttempt();
            final Object result = run(code, arguments);
            // Made before the commit, behind which nothing may fail.
            final Outcome<R> committed = new Outcome.Committed<>(code.result(result));
            participant.checkNotEnded();
            commit();
            outcome = committed;
        } catch (Throwable thrown) {
            outcome = ended(thrown);
        } finally {
            failure = participant.endAttempt(outcome == null);
        }
        broken |= failure != null || participant.released() == LockOutcome.LOST;
        return outcome == null ? again(failure)
            : participant.released() == LockOutcome.GRANTED ? outcome : lost(outcome);
    }

    private @Nullable Object run(ProcedureCode<?> code, Object[] arguments) {
        final TransactionHandle handle = new TransactionHandle(participant, identity);
        try {
            return code.run(handle, arguments);
        } finally {
            handle.end();
        }
    }

    /** All that can fail first; then the record, by which it is committed; then the tables. */
    private void commit() {
        final boolean writes = participant.prepare();
        if (standsInFor != null) {
            // The call is explained.
            participant.cancel();
        } else if (writes) {
            participant.record();
            participant.apply();
        }
    }

    /** While a lost lock was another's, the attempt may have read and written what it must not: that is no success. */
    private <R> Outcome<R> lost(Outcome<R> outcome) {
        final SystemAbort lost = SystemAbort.lockLost(participant.released());
        if (participant.hasApplied()) {
            config.state().stop(lost);
            return new Outcome.Unknown<>("procedure " + procedure + " was committed, but " + lost.getMessage());
        }
        return outcome instanceof Outcome.AbortedBySystem || outcome instanceof Outcome.Unknown
            ? outcome : aborted(lost);
    }

    /** Returns null if there is another attempt. One might meet the writes or locks of an attempt whose end failed. */
    private <R> @Nullable Outcome<R> again(@Nullable Throwable failure) {
        if (config.state().isStopped()) {
            return aborted(config.state().abort());
        }
        return failure == null ? null : failed(failure);
    }

    /** What an attempt comes to that ended with a throwable. If the engine ended it, it does not matter with which. */
    @SuppressWarnings("ReferenceEquality") // Each participant has made one of its own.
    private <R> @Nullable Outcome<R> ended(Throwable thrown) {
        if (participant.isApplying()) {
            config.state().stop(thrown);
            broken = true;
            return new Outcome.Unknown<>("procedure " + procedure + " was being committed when the engine"
                + " stopped after " + FailureText.of(thrown));
        }
        if (thrown instanceof AuditFailure audit) {
            throw audit;
        }
        if (thrown instanceof LockInvariantViolation violation) {
            config.state().stop(violation);
            broken = true;
        }
        broken |= thrown instanceof Error;
        final AttemptEnd attempt = participant.attemptEnd();
        final RuntimeException end = attempt.reason;
        if (end == attempt.failedAccess) {
            broken = true;
            return failed(thrown instanceof Error ? thrown : attempt.failedAccess);
        }
        return switch (end == null ? thrown : end) {
            case Restart ignored -> null;
            case SystemAbort abort -> aborted(abort);
            case UserAbort abort -> failed(abort);
            case TableFullException full -> aborted(SystemAbort.after(AbortReason.TABLE_FULL, full));
            case TransactionTooLargeException e -> aborted(SystemAbort.after(AbortReason.TOO_LARGE, e));
            case OutOfMemoryBudgetException e -> aborted(SystemAbort.after(AbortReason.OUT_OF_MEMORY, e));
            default -> failed(thrown);
        };
    }

    private <R> Outcome<R> aborted(SystemAbort abort) {
        return aborted(procedure, abort);
    }

    static <R> Outcome<R> aborted(String procedure, SystemAbort abort) {
        return new Outcome.AbortedBySystem<>(abort.reason(), "procedure " + procedure + " " + abort.getMessage());
    }

    private <R> Outcome<R> failed(Throwable thrown) {
        broken |= thrown instanceof Error;
        if (thrown instanceof UserAbort abort) {
            return new Outcome.AbortedByProcedure<>(abort.reason(), String.valueOf(abort.getMessage()), null);
        }
        final Throwable cause = thrown instanceof ProcedureCode.CheckedFailure && thrown.getCause() != null
            ? thrown.getCause() : thrown;
        final AbortReason reason = AbortReason.ofFailure(cause);
        // A row that is not there is an answer, and need not look like a mistake in the procedure.
        return new Outcome.AbortedByProcedure<>(reason, reason == AbortReason.NOT_FOUND
            ? String.valueOf(cause.getMessage()) : text(procedure, cause), cause);
    }

    /** What storage says is a sentence for users; of what other code throws the class says more than the message. */
    private static String text(String procedure, Throwable cause) {
        final boolean ofStorage = cause.getClass().getPackage() == StorageException.class.getPackage();
        final String text = ofStorage ? String.valueOf(cause.getMessage()) : FailureText.of(cause);
        return ofStorage && procedure.startsWith(BUILT_IN) ? text : "procedure " + procedure + " failed: " + text;
    }

    private <R> @Nullable Outcome<R> pauseOrGiveUp(int attempts) {
        if (attempts >= config.attemptsMax()) {
            return aborted(SystemAbort.tooManyRestarts(attempts));
        }
        if (attempts > 1) {
            // The first restart waits in the queues of the locks it has learnt; only further ones back off.
            final long bound = FIRST_PAUSE_NANOS << Math.min(attempts, PAUSE_DOUBLINGS_MAX);
            config.pause().accept(random.nextLong(bound));
        }
        final SystemAbort late = control.overdue();
        return late == null ? null : aborted(late);
    }

    @Override
    public void close() {
        participant.close();
    }
}
