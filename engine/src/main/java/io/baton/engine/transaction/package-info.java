/**
 * One transaction at the rows of one process: what it locks, reads and writes, and how its writes reach the tables.
 *
 * <pre>
 *   Coordinator, TransactionHandle, Scan, LockPlan         io.baton.engine
 *   ────────────────────── Participant ──────────────────────── the door; images go out, never addresses
 *        │            │           │               │
 *     LockSet ─────── │ ───── ScanState ──────  Commit     prepare, record, apply
 *        │      TableContext, WriteSet, PlannedRows, UniqueCheck
 *        │            │                           │
 *     LockClient   Table, IndexCursor           Redo ── RedoLog, LogPosition
 *     (locks)      (storage)                                     (storage.log)
 * </pre>
 *
 * <ol>
 * <li>A {@link io.baton.engine.transaction.Shard} is the rows with their locks and their log. It makes a
 *     {@link io.baton.engine.transaction.Participant} for each coordinator, which uses no
 *     other class of this package for its work.
 * <li>The participant does what a procedure asks for: it locks each row through the
 *     {@link io.baton.engine.transaction.LockSet} before it looks, and keeps what is written in the
 *     {@link io.baton.engine.transaction.WriteSet}.
 * <li>{@link io.baton.engine.transaction.Commit} brings the writes into the tables: prepare, record, apply.
 * <li>Locks are given back before the disk has answered. The participant hands out a
 *     {@link io.baton.engine.transaction.LogPosition}; the caller's answer waits until that is reached.
 * <li>{@link io.baton.engine.history.TransactionHistory} gets a report of each step.
 * </ol>
 *
 * <p>What is behind a participant belongs to one coordinator and is reused;
 * {@link io.baton.engine.transaction.Workspace} is what its parts share. {@code ParticipantTest} of the house keeps all
 * other packages of the engine out. {@link io.baton.engine.transaction.EngineState} and
 * {@link io.baton.engine.transaction.EngineTable} are shared by all coordinators of an engine. A transaction ends early
 * by one of four exceptions without stack traces, which
 * {@link io.baton.engine.transaction.AttemptEnd#reason} remembers, whatever the procedure makes of them.
 */
@NullMarked
package io.baton.engine.transaction;

import org.jspecify.annotations.NullMarked;
