/**
 * The SmallBank workload (Alomari, Cahill, Fekete and Röhm, "The Cost of Serializability on Platforms That Use Snapshot
 * Isolation", ICDE 2008) with the sixth procedure, the mix and the amounts that H-Store and BenchBase gave it:
 * customers with a savings and a checking account, and money that goes between them.
 *
 * <p>The command line finds {@link io.baton.smallbank.SmallBankWorkload}; programs see
 * {@link io.baton.smallbank.SmallBank} and the objects that it returns. In the order in which data flows:
 * <ol>
 * <li>{@link io.baton.smallbank.schema}: one class a table, for all procedures. Money is in cents.
 * <li>{@code Population}: the initial rows, the same for a seed whatever the number of threads.
 * <li>{@link io.baton.smallbank.SmallBankTerminal}: draws transactions and their inputs with {@code InputSource}, most
 *     of them from a small hot set, and calls the procedures.
 * <li>{@link io.baton.smallbank.Amalgamate}, {@link io.baton.smallbank.Balance},
 *     {@link io.baton.smallbank.DepositChecking}, {@link io.baton.smallbank.SendPayment},
 *     {@link io.baton.smallbank.TransactSavings}, {@link io.baton.smallbank.WriteCheck}: the transactions. Each returns
 *     how many cents it has added to the bank's money, except for {@code Balance}.
 * <li>{@code ConsistencyCheck}: no customer and no money is missing, according to the reads of {@code CustomerAudit}.
 * </ol>
 *
 * <p>{@link io.baton.smallbank.WriteCheck} is the write-skew probe: it reads both accounts and writes one, so that
 * under snapshot isolation it misses a withdrawal from the other that is under way.
 *
 * <h2>Locks</h2>
 *
 * Each savings and each checking account has a lock. No transaction changes a name, so those need none.
 */
@NullMarked
package io.baton.smallbank;

import org.jspecify.annotations.NullMarked;
