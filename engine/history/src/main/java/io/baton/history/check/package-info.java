/**
 * API: judges histories. Was what an engine did strictly serializable? Exact, because a history has the versions: the
 * order of the writers of a row or index prefix is known, and every edge of the dependency graph is certain.
 *
 * <pre>
 *   u -ww-> v   v wrote the version after u's
 *   u -wr-> v   v read the version that u wrote
 *   u -rw-> v   v wrote the version after the one that u read; of an index prefix: v is a phantom to u's scan
 *   u -rt-> v   u was answered before v began
 * </pre>
 * A history is strictly serializable if no transaction read a version of an aborted one, an intermediate version, or
 * one without a writer, no version has two writers, no version of a row exists for one transaction and not for another,
 * and this graph has no cycle. Aborted transactions are in the graph with their reads, because their callers were
 * answered from these. Those of unknown outcome are in it once another transaction has seen their writes.
 *
 * <p><em>How it stays small.</em> Most edges are never stored. Every transaction has a place in one order (its
 * {@code point}, forced between begin and end). An edge that goes forward in that order is forgotten at once. A cycle
 * has edges that go back, and all of it lies between the ends of back edges that overlap: so only in such windows
 * ({@code Windows}) edges are collected and searched for cycles. The order is a guess that makes the windows few and
 * short; it has no part in the verdict. The point of a transaction under strict two-phase locking is a moment when it
 * held all its locks, so a correct engine has no back edges at all.
 *
 * <pre>
 *   HistoryChecker
 *     pass 0              TransactionTable: begin, point, end, outcome of each
 *     for each part of the keys
 *       pass W            WriterTable: who wrote which version, and which rows were never there
 *       pass R            Dependencies: every edge and direct anomaly; back edges make Windows
 *     if there are windows, for each part again: edges inside them into EdgeList
 *     CycleSearch         per class of edges: Graph (strong components), shortest cycle, Words
 * </pre>
 * References: A. Adya, "Weak Consistency" (MIT, 1999), for the classes; docs/history-format.md for the histories.
 */
@NullMarked
package io.baton.history.check;

import org.jspecify.annotations.NullMarked;
