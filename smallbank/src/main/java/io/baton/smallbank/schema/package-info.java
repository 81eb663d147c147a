/**
 * The three tables of SmallBank, one class each with its columns, its key and its indexes, for this workload's
 * procedures and those of users. All is immutable. Money is in cents.
 *
 * <pre>
 * transaction.read(SavingsTable.TABLE, SavingsTable.key(7)).get(SavingsTable.BALANCE)
 * </pre>
 */
@NullMarked
package io.baton.smallbank.schema;

import org.jspecify.annotations.NullMarked;
