/**
 * API: the types of columns. A column is an immutable handle that says where its values stand in a row image and in
 * which form (storage/spec/1-rows.md); it touches no memory itself. {@link io.baton.storage.column.ColumnBuilder} lays
 * columns out, a {@link io.baton.storage.column.KeyPart} is a column as part of a key or index.
 */
@NullMarked
package io.baton.storage.column;

import org.jspecify.annotations.NullMarked;
