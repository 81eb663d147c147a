/**
 * Fuzzy copies of all tables, written beside the log while transactions run and read when a store is opened
 * (storage/spec/5-checkpoints.md).
 *
 * <pre>
 *   Table --> TableCopy --> RowEncoder --> RowsWriter --> NUMBER.tmp/0.rows --+
 *                                                         NUMBER.tmp/manifest +--> renamed to NUMBER
 *
 *   NUMBER/0.rows --> RowsReader --> RowDecoder --> TableRestore --> Table
 * </pre>
 *
 * <ul>
 *   <li>{@link io.baton.storage.checkpoint.CheckpointWriter} writes a checkpoint and removes all but the last two.
 *   <li>{@link io.baton.storage.checkpoint.CheckpointReader} lists checkpoints, reads a manifest, and fills tables.
 *   <li>{@link io.baton.storage.checkpoint.Manifest} is a checkpoint's description of itself.
 *   <li>{@code RowsWriter} and {@code RowsReader} know the file of a table, {@code RowsFile} its layout;
 *       {@code CheckpointFiles} is the only class that opens files.
 * </ul>
 */
@NullMarked
package io.baton.storage.checkpoint;

import org.jspecify.annotations.NullMarked;
