/**
 * Result sets, which have all their rows in memory. {@link io.baton.jdbc.rows.MemoryRows} is what users get; the
 * classes that it extends refuse to change rows, and find columns by label.
 */
@NullMarked
package io.baton.jdbc.rows;

import org.jspecify.annotations.NullMarked;
