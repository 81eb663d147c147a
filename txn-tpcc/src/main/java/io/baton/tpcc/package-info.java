/**
 * The workload derived from TPC-C (specification revision 5.11): five procedures and the mix of emulated terminals.
 * Results are not audited and so are no TPC-C results.
 *
 * <p>The command line finds {@link io.baton.tpcc.TpccWorkload}; programs see {@link io.baton.tpcc.Tpcc} and the objects
 * that it returns. In the order in which data flows:
 * <ol>
 * <li>{@link io.baton.tpcc.schema}: the nine tables, how they are locked and their units (clauses 1.2 and 1.3).
 * <li>{@link io.baton.tpcc.random}: the non-uniform numbers, names and strings (clauses 2.1.6 and 4.3.2).
 * <li>{@link io.baton.tpcc.load}: the initial rows (clause 4.3).
 * <li>{@link io.baton.tpcc.TpccTerminal}: draws transactions and their inputs (clauses 2.4 to 2.8 and 5.2) with
 *     {@code InputSource}, and calls the procedures.
 * <li>{@link io.baton.tpcc.NewOrder}, {@link io.baton.tpcc.Payment}, {@link io.baton.tpcc.OrderStatus},
 *     {@link io.baton.tpcc.Delivery}, {@link io.baton.tpcc.StockLevel}: the transaction profiles (clause 2). Each
 *     declares the locks that its inputs tell, so that it waits for them in order.
 * <li>{@link io.baton.tpcc.check}: the twelve consistency conditions (clause 3.3.2).
 * </ol>
 *
 * <p>Dependencies go up this list: this package needs all of the others, and all of them the schema.
 */
@NullMarked
package io.baton.tpcc;

import org.jspecify.annotations.NullMarked;
