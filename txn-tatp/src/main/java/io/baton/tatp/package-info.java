/**
 * The TATP workload (Telecommunication Application Transaction Processing, IBM, "TATP Benchmark Description"): four
 * tables of a phone network's home location register, a loader, seven procedures, the mix, and consistency checks.
 *
 * <p>People see {@link io.baton.tatp.Tatp} and what it hands out. In the order in which data flows:
 * <ol>
 * <li>{@code ...Table}: one class a table with its columns, keys and index.
 * <li>{@code Population}: the initial rows, the same for a seed whatever the number of threads.
 * <li>{@link io.baton.tatp.TatpTerminal}: draws transactions and their inputs with {@code InputSource} and
 *     {@code SubscriberKeys}, and calls the procedures.
 * <li>{@link io.baton.tatp.GetSubscriberData}, {@link io.baton.tatp.GetNewDestination},
 *     {@link io.baton.tatp.GetAccessData}, {@link io.baton.tatp.UpdateSubscriberData},
 *     {@link io.baton.tatp.UpdateLocation}, {@link io.baton.tatp.InsertCallForwarding},
 *     {@link io.baton.tatp.DeleteCallForwarding}: the transactions.
 * <li>{@code ConsistencyCheck}: all references lead somewhere and all counts balance, from what
 *     {@code SubscriberAudit} reads.
 * </ol>
 *
 * <h2>What counts</h2>
 *
 * Keys are drawn at random and many are not there. A transaction that finds nothing has done its work: it is committed
 * and counts. An insert that would break a key (the call forwarding is there already, or its facility is not) ends in
 * one of the specification's acceptable errors: it is rolled back and counts neither in the throughput nor in the
 * response times. {@link io.baton.tatp.SuccessRate} tells how many found what they looked for.
 *
 * <h2>Locks</h2>
 *
 * Subscribers and access infos have a lock each. Special facilities are locked by subscriber, because an insert reads
 * all of a subscriber's; call forwardings are locked by facility, so that the three places of a day have one lock
 * whether they are taken or not. Whoever looks a subscriber up by number locks that number's place in the index.
 */
@NullMarked
package io.baton.tatp;

import org.jspecify.annotations.NullMarked;
