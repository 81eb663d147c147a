package io.baton.engine.transaction;

import io.baton.engine.history.TransactionHistory;
import io.baton.engine.observe.EngineActivity;
import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import io.baton.storage.Storage;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of this process with their locks and their log; makes the participants, which alone work on them.
 * Thread-safe.
 *
 * @param tables its tables
 * @param storage where their rows are
 * @param lockTable the locks of these rows
 * @param redo its log, or null if it is not durable
 * @param state of the engine
 * @param assertions whether participants prove that locks cover what they do
 * @param traced whether a tracer may want to know what calls wait for
 */
public record Shard(EngineTables tables, Storage storage, LockTable lockTable, @Nullable RedoLog redo,
        EngineState state, boolean assertions, boolean traced) {

    /**
     * Makes a participant.
     *
     * @param place of the coordinator in its pool
     * @param control what can end the coordinator's calls from outside
     * @param history is told what the participant does
     */
    public Participant participant(int place, CallControl control, TransactionHistory history) {
        final LockClient own = lockTable.client();
        final LockClient client = assertions ? new AuditedLockClient(own, state) : own;
        final LockSet locks = traced ? new TimedLocks(client, lockTable.slots(), control)
            : new LockSet(client, lockTable.slots(), control);
        return participant(place, locks, null, history);
    }

    /**
     * Makes a participant for one call that is to be explained.
     *
     * @param lender does nothing until this one is closed, and lends its lock client
     */
    public Participant explained(int place, CallControl control, TransactionHistory history, Participant lender) {
        final ExplainedLocks locks = new ExplainedLocks(lender.workspace.locks(), lockTable.slots(), control);
        return participant(place, locks, locks, history);
    }

    /** Makes a loader of rows, for the time before the first call. */
    public RowLoader loader() {
        return new RowLoader(new Tables(tables), storage.arena());
    }

    private Participant participant(int place, LockSet locks, @Nullable ExplainedLocks explained,
            TransactionHistory history) {
        final Workspace workspace =
            new Workspace(new Tables(tables), locks, new WriteSet(storage.arena(), storage.probes()), history,
                new Audit(assertions, explained != null, locks, state), redo == null ? null : redo.redo(place, locks));
        return new Participant(this, workspace, explained);
    }

    /** Describes the calls under way, from their lock watches. */
    public EngineActivity activity(List<LockWatch> running, long nowNanos) {
        return LockWatch.look(running, tables, lockTable.slots(), nowNanos);
    }

    /**
     * In assertion mode, looks until all locks are free. All participants are closed.
     *
     * @param pause waits for so many nanoseconds
     * @throws AssertionError if they do not become free, although the engine has not stopped
     */
    public void checkAllFree(LongConsumer pause) {
        if (assertions) {
            Audit.allFree(lockTable, state, pause);
        }
    }
}
