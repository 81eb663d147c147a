/**
 * API: histories, that is the reads and writes of every transaction of an engine, with the versions, in a compact
 * binary file. The file is specified in {@code docs/history-format.md}.
 *
 * <pre>
 *   engine ── HistoryRecording, ClientHistory (one per client): versions of rows and index prefixes
 *   HistoryRecorder (one per client) ── blocks ── HistoryWriter (one thread) ── HistoryOutput: a new HistoryFile
 *   file ── BlockReader ── HistoryReader ── HistoryExport (JSON lines), and the checker in io.baton.history.check
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
 * <p>{@link io.baton.history.HistoryRecording} and {@code ClientHistory} implement the engine's side of a history
 * ({@link io.baton.engine.history}). Files, and all that reads and writes them, know tables by number and name only.
 */
@NullMarked
package io.baton.history;

import org.jspecify.annotations.NullMarked;
