/**
 * Verbs of lock clients on a lock server's memory, and notices between clients, shaped like RDMA because the lock
 * protocols are written for it.
 *
 * <p>A {@link io.baton.fabric.Fabric} joins one lock server's registered memory and any number of clients. A client
 * works through its own {@link io.baton.fabric.Endpoint}:
 * <ul>
 * <li>one-sided verbs on the registered memory: 8-byte READ and WRITE, 16-byte READ (each half atomic, the pair
 *     not), and the two extended atomics on 16-byte aligned entries, {@link io.baton.fabric.ExtCas} and {@link
 *     io.baton.fabric.ExtFaa}. Their exact masked arithmetic is {@link io.baton.fabric.MaskedArithmetic}, the same
 *     for every fabric;
 * <li>two-sided: SEND of a small notice to a {@link io.baton.fabric.Route}, received into the peer's bounded mailbox;
 * <li>waiting: until a notice arrives, or until a word of the server's memory has a wanted value. Waiting never
 *     burns a core that another thread needs.
 * </ul>
 * Verbs are posted and awaited; a blocking call is one verb that is posted and awaited at once ({@link
 * io.baton.fabric.PostingEndpoint}). Those posted together in a {@link io.baton.fabric.VerbBatch} travel in one round
 * trip and take effect in order. Where the lock server's processor executes them, they may have conditions, and a
 * {@link io.baton.fabric.Call} to a {@link io.baton.fabric.CallHandler} of the server travels among them. An {@link
 * io.baton.fabric.Address} names one of several servers; a {@link io.baton.fabric.JoinedFabric} makes one memory of
 * theirs.
 *
 * <p>Every verb is counted by kind in the endpoint's {@link io.baton.fabric.VerbCounters}: the papers' figures are
 * counts of verbs.
 *
 * <p>{@link io.baton.fabric.inprocess} implements it in memory.
 */
@NullMarked
package io.baton.fabric;

import org.jspecify.annotations.NullMarked;
