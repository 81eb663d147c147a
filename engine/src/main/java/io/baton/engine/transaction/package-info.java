/**
 * One transaction: what it locks, reads and writes, and how its writes reach the tables.
 *
 * <ol>
 * <li>{@link io.baton.engine.transaction.LockingTransaction} does what a procedure asks for: it locks each row through
 *     the {@link io.baton.engine.transaction.LockSet} before it looks, and keeps what is written in the
 *     {@link io.baton.engine.transaction.WriteSet}.
 * <li>{@link io.baton.engine.transaction.Commit} brings the writes into the tables: prepare, record, apply.
 * <li>{@link io.baton.engine.history.TransactionHistory} is told of all of it.
 * </ol>
 *
 * <p>All of them belong to one coordinator and are reused; {@link io.baton.engine.transaction.Workspace} is what they
 * share. {@link io.baton.engine.transaction.EngineState} and {@link io.baton.engine.transaction.EngineTable} are shared
 * by all coordinators of an engine. A transaction ends early by one of four exceptions without stack traces, which
 * {@link io.baton.engine.transaction.LockSet#ended} remembers, whatever the procedure makes of them.
 */
@NullMarked
package io.baton.engine.transaction;

import org.jspecify.annotations.NullMarked;
