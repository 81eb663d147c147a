/**
 * Histories: the reads and writes of every transaction of an engine, with the versions, in a compact binary file. The
 * file is specified in {@code docs/history-format.md}.
 *
 * <pre>
 *   HistoryRecorder (one per client) ── blocks ── HistoryWriter (one thread) ── HistoryOutput: a new HistoryFile
 *   file ── BlockReader ── HistoryReader ── HistoryExport (JSON lines), and the checker in io.baton.engine.check
 *                 └── OperationWords, BlockHeader, FileHeader: the only classes that know the bytes
 * </pre>
 *
 * <p>A client collects its transaction in an array of its own, appends it to its block when the call has ended and its
 * locks are given back, and hands full blocks over. The number of blocks is bounded: a client that finds none free
 * waits for the writer. When the output takes no more bytes, no client waits: the rest is dropped, and the next call of
 * each client is refused.
 *
 * <p>The reader refuses blocks, numbers and times that the format does not allow. Contradictions between transactions
 * are left to the checker.
 *
 * <p>The package knows tables by number and name only, and nothing of the engine.
 */
@NullMarked
package io.baton.engine.history;

import org.jspecify.annotations.NullMarked;
