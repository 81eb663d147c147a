/**
 * Result sets, which have all their rows in memory. Users get {@link io.baton.jdbc.rows.MemoryRows}; the classes that
 * it extends refuse to change rows, and find columns by label.
 */
@NullMarked
package io.baton.jdbc.rows;

import org.jspecify.annotations.NullMarked;
