/**
 * The TATP workload (Telecommunication Application Transaction Processing, IBM, "TATP Benchmark Description"): four
 * tables of a phone network's home location register, a loader, seven procedures, the mix, and consistency checks.
 *
 * <p>The command line finds {@link io.baton.tatp.TatpWorkload}; programs see {@link io.baton.tatp.Tatp} and the objects
 * that it returns. In the order in which data flows:
 * <ol>
 * <li>{@link io.baton.tatp.schema}: one class a table with its columns, keys and index, for all procedures.
 * <li>{@code Population}: the initial rows, the same for a seed whatever the number of threads.
 * <li>{@link io.baton.tatp.TatpTerminal}: draws transactions and their inputs with {@code InputSource} and
 *     {@code SubscriberKeys}, and calls the procedures.
 * <li>{@link io.baton.tatp.GetSubscriberData}, {@link io.baton.tatp.GetNewDestination},
 *     {@link io.baton.tatp.GetAccessData}, {@link io.baton.tatp.UpdateSubscriberData},
 *     {@link io.baton.tatp.UpdateLocation}, {@link io.baton.tatp.InsertCallForwarding},
 *     {@link io.baton.tatp.DeleteCallForwarding}: the transactions.
 * <li>{@code ConsistencyCheck}: all references lead somewhere and all counts balance, according to the reads of
 *     {@code SubscriberAudit}.
 * </ol>
 *
 * <h2>What counts</h2>
 *
 * Keys are drawn at random and many do not exist. A transaction that finds nothing has done its work: it is committed
 * and counts. An insert that would break a key (the call forwarding exists already, or its facility does not) ends in
 * one of the specification's acceptable errors: it is rolled back and counts neither in the throughput nor in the
 * response times. {@link io.baton.tatp.SuccessRate} tells how many found their rows.
 *
 * <h2>How often GET_NEW_DESTINATION succeeds</h2>
 *
 * The specification publishes 23.9 %, and its rules give 14.8 %. It draws a subscriber, one of four facility types, a
 * start {@code s} of 0, 8 or 16 and an end {@code e} of 1 to 24, and looks for a forwarding with
 * {@code start_time <= s} and {@code e < end_time}:
 * <ol>
 * <li>The facility exists with 5/8 (one to four of four types, 2.5 on average) and active with 17/20.
 * <li>Each of its starts t = 0, 8, 16 is taken with 1/2 (none to three of three), any two with 1/3, all with 1/4.
 * <li>A taken one ends at t + 1 to t + 8, so {@code e < end_time} with {@code f(t) = min(1, max(0, (t + 8 - e) / 8))}.
 * <li>The chance that one fits is, by inclusion and exclusion, 1/2 f(0) for s = 0, 1/2 (f(0) + f(8)) - 1/3 f(0) f(8)
 *     for s = 8, and 1/2 (f(0) + f(8) + f(16)) - 1/3 (f(0) f(8) + f(0) f(16) + f(8) f(16)) + 1/4 f(0) f(8) f(16) for
 *     s = 16. Averaged over s and e: 481/1728.
 * <li>5/8 · 17/20 · 481/1728 = 14.79 %.
 * </ol>
 * Rows that INSERT_CALL_FORWARDING adds end at any hour from 1 to 24, whenever they start. Inserts and deletes come
 * equally often, so a place remains taken half of the time; once all loaded rows are replaced, places are independent,
 * f(t) is (24 - e) / 24, and the average is 63779/165888: 20.42 %. The other six rates do not change on the way.
 *
 * <p>The published figure is 17/20 · 1/2 · 9/16 = 23.91 %: the chance that a facility <em>that exists</em> is active
 * and has a forwarding with {@code start_time <= h < end_time} for a random hour h of the day, since exactly one of the
 * three places can cover h, and one that starts 0 to 7 hours before lasts long enough in 36 of 64 cases. The inputs are
 * drawn by the rules, so a run shows the rules' rate; {@code SuccessRatesTest} measures both, and 23.9 % in the other
 * reading.
 *
 * <h2>Locks</h2>
 *
 * Subscribers and access infos have a lock each. Special facilities are locked by subscriber, because an insert reads
 * all of a subscriber's; call forwardings are locked by facility, so that the three places of a day have one lock
 * whether they are taken or not. A lookup of a subscriber by number locks that number's place in the index.
 */
@NullMarked
package io.baton.tatp;

import org.jspecify.annotations.NullMarked;
