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
 *   <li>{@link io.baton.storage.checkpoint.CheckpointWriter} writes a checkpoint and removes what is older than the
 *       last two.
 *   <li>{@link io.baton.storage.checkpoint.CheckpointReader} lists checkpoints, reads a manifest, and fills tables.
 *   <li>{@link io.baton.storage.checkpoint.Manifest} is what a checkpoint says of itself.
 *   <li>{@code RowsWriter} and {@code RowsReader} know the file of a table, {@code RowsFile} its layout;
 *       {@code CheckpointFiles} is the only class that opens files.
 * </ul>
 */
@NullMarked
package io.baton.storage.checkpoint;

import org.jspecify.annotations.NullMarked;
