package io.baton.engine.transaction;

/**
 * What the parts of one coordinator share: made once, used by one transaction after the other.
 *
 * @param tables row views and writes by table
 * @param locks the locks of the transaction under way
 * @param writes its writes
 * @param history told what it does
 * @param audit proves that locks cover it
 */
public record Workspace(Tables tables, LockSet locks, WriteSet writes, TransactionHistory history, Audit audit) {
}
