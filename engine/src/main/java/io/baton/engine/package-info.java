/**
 * API: procedures, transactions and strict two-phase locking. The engine joins the lock tables of {@code io.baton.lock}
 * and the tables of {@code io.baton.storage}, which know nothing of each other.
 *
 * <p>Users see {@link io.baton.engine.Engine}, {@link io.baton.engine.Procedure}, {@link io.baton.engine.Session},
 * {@link io.baton.engine.Transaction} with {@link io.baton.engine.Scan}, {@link io.baton.engine.LockPlan} and
 * {@link io.baton.engine.Outcome}; rows come in through {@link io.baton.engine.Loader} before the first call and
 * through {@link io.baton.engine.BulkInsert} at any time. The way of a call:
 * <pre>
 *   Engine / Session
 *          │
 *        Calls            begins, traces, runs, waits for the disk, answers, tells
 *          │
 *     Coordinator         attempts until committed, given up, or out of bounds; the order of a commit
 *          │
 *   TransactionHandle     what the procedure holds, with Scan and LockPlan
 *          │
 *     Participant         the only door to the locks, rows, writes and log of the transaction
 * </pre>
 * The parts of one transaction are behind the participant, in {@link io.baton.engine.transaction}.
 * <ol>
 * <li>{@code Engine} checks the arguments and gets the procedure's {@code ProcedureCode}, which the call keeps even if
 *     the procedure is replaced or unregistered meanwhile; {@code Coordinator} lets the procedure
 *     plan its locks, if it has a plan.
 * <li>An attempt acquires planned and learnt locks in the global order of slots, then runs the procedure.
 * <li>Each access names its lock ({@code EngineTable}): the row's, or the index prefix's. {@code LockSet} acquires it
 *     under the rule <em>in order, or try</em>: wait only for a slot behind all held ones, otherwise try; a failed try
 *     restarts the attempt with the locks that it has learnt. So no two transactions wait for each other.
 * <li>Writes are full images in the write set's arena. {@code Commit} <em>prepares</em>: it locks the index prefixes
 *     that gain or lose rows, checks all images and reserves all slots; every failure happens here, before anything has
 *     changed. Then it <em>applies</em>, which can fail only if memory runs out; then the engine stops. Only after that
 *     are the locks released. The redo record of a durable engine stands between the two.
 * </ol>
 *
 * <p>Programs keep objects too long and share them. So a procedure holds a {@code TransactionHandle}, made for one
 * attempt, which refuses other threads and later times, and so do rows (by their {@link io.baton.storage.Lifetime}) and
 * scans. Whatever a procedure throws, an Error included, becomes an outcome; an attempt that the engine has ended stays
 * ended even if the procedure catches the exception. A call within a call is refused.
 *
 * <p>A range's lock and its rows' locks are one if the table's lock columns are the scan columns of its primary index
 * (order lines locked by their order); then a scan takes one lock.
 *
 * <p>A {@code TransactionHistory} is told of every read and write, under the transaction's locks. Unless the engine is
 * opened with a history, it does nothing; see {@link io.baton.engine.history}.
 *
 * <p>In assertion mode {@code AuditedLockClient} and {@code Audit} prove, from the rows themselves and from books of
 * their own, that every access is covered by a lock and that no transaction waits out of order.
 *
 * <p>Clock, pauses, threads, processors and the lock table come from {@link io.baton.engine.EngineBuilder}, which alone
 * asks the machine for them where nothing is handed in.
 */
@NullMarked
package io.baton.engine;

import org.jspecify.annotations.NullMarked;
