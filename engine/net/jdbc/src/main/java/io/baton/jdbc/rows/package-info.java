/**
 * Result sets: {@link io.baton.jdbc.rows.MemoryRows}, which has all its rows in memory or gets them in pages from
 * {@link io.baton.jdbc.rows.MorePages}.
 */
@NullMarked
package io.baton.jdbc.rows;

import org.jspecify.annotations.NullMarked;
