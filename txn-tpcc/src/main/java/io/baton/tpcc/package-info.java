/**
 * The workload derived from TPC-C (specification revision 5.11): nine tables, a loader, five procedures, the mix of
 * emulated terminals, and the twelve consistency conditions. Results are not audited and so are no TPC-C results.
 *
 * <p>The command line finds {@link io.baton.tpcc.TpccWorkload}; programs see {@link io.baton.tpcc.Tpcc} and what it
 * hands out. In the order in which data flows:
 * <ol>
 * <li>{@code ...Table}: one class a table (clause 1.3) with its columns, key and indexes, and {@code Scale} with the
 *     numbers of rows (clause 1.2). Money is in cents, taxes and discounts are in units of 0.0001, dates are
 *     milliseconds since 1970. A null carrier or delivery date is 0.
 * <li>{@code Population}, {@code ItemPopulation}, {@code DistrictPopulation}: the initial rows (clause 4.3), from one
 *     random generator a warehouse, so that a seed gives the same rows whatever the number of threads.
 * <li>{@link io.baton.tpcc.TpccTerminal}: draws transactions and their inputs (clauses 2.4 to 2.8 and 5.2) with
 *     {@code InputSource} and {@code NuRand}, and calls the procedures.
 * <li>{@link io.baton.tpcc.NewOrder}, {@link io.baton.tpcc.Payment}, {@link io.baton.tpcc.OrderStatus},
 *     {@link io.baton.tpcc.Delivery}, {@link io.baton.tpcc.StockLevel}: the transaction profiles (clause 2). Each
 *     declares the locks that its inputs tell, so that it waits for them in order.
 * <li>{@code ConsistencyCheck}: conditions 1 to 12 (clause 3.3.2), from what the {@code ...Audit} procedures read.
 * </ol>
 *
 * <h2>Locks</h2>
 *
 * Rows of warehouse, district, customer and stock have a lock each; item is read-only and has none. Orders, new
 * orders, order lines and history are ordered by warehouse and district first, and one lock a table covers all that
 * belongs to a district: a transaction that adds an order holds that district's row exclusively anyway.
 */
@NullMarked
package io.baton.tpcc;

import org.jspecify.annotations.NullMarked;
