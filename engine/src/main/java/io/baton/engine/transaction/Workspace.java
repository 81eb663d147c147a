package io.baton.engine.transaction;

import io.baton.engine.history.TransactionHistory;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of one coordinator share: made once, used by one transaction after the other.
 *
 * @param tables row views and writes by table
 * @param locks the locks of the transaction under way
 * @param writes its writes
 * @param history told what it does
 * @param audit proves that locks cover it
 * @param redo records what it writes, or null if the engine is not durable
 */
public record Workspace(Tables tables, LockSet locks, WriteSet writes, TransactionHistory history, Audit audit,
        @Nullable Redo redo) {
}
