/**
 * Rows, writes of transactions and schemas as bytes: one encoding for the log, for checkpoints and for messages between
 * nodes. storage/spec/7-encoding.md is its specification.
 *
 * <ul>
 *   <li>{@link io.baton.storage.codec.Output} takes bytes, {@link io.baton.storage.codec.Input} gives them, and never
 *       reads past their end. Both work outside the heap.
 *   <li>{@link io.baton.storage.codec.RowEncoder} writes the inserts, updates and deletes of one table, and its rows.
 *       This is on the path of every commit: a schema is compiled into numbers once ({@code Columns}), and a column
 *       costs one load of these and a jump.
 *   <li>{@link io.baton.storage.codec.WriteReader} walks over the writes of a transaction, and
 *       {@link io.baton.storage.codec.RowDecoder} reads one into an image, perhaps of a newer schema.
 *   <li>{@link io.baton.storage.codec.SchemaCodec} writes and rebuilds schemas;
 *       {@link io.baton.storage.codec.SchemaDifference} says whether rows of one schema can be brought to another.
 * </ul>
 *
 * <p>Input may be damaged. Everything is checked before it is used; damage is a
 * {@link io.baton.storage.codec.DamagedException}, never an access outside of the window or the image.
 */
@NullMarked
package io.baton.storage.codec;

import org.jspecify.annotations.NullMarked;
