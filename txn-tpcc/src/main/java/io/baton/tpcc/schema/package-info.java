/**
 * The nine tables (specification revision 5.11, clause 1.3) and their sizes (clause 1.2). One class a table has its
 * columns, its key and its indexes; {@link io.baton.tpcc.schema.Scale} has the numbers of rows. All is immutable.
 *
 * <p>Money is in cents; taxes and discounts are in units of 0.0001; dates are milliseconds since 1970. A null carrier
 * or delivery date is 0. Columns that transactions change or read most stand at the front of their row.
 *
 * <h2>Locks</h2>
 *
 * Rows of warehouse, district, customer and stock have a lock each; item is read-only and has none. Orders, new orders,
 * order lines and history are ordered by warehouse and district first, and one lock a table covers all rows of a
 * district: a transaction that adds an order holds that district's row exclusively anyway.
 */
@NullMarked
package io.baton.tpcc.schema;

import org.jspecify.annotations.NullMarked;
