/**
 * What the papers' experiments run: locks drawn one by one, and transactions that need several.
 *
 * <p>{@link io.baton.deploy.paper.load.MicroLoad} is the microbenchmark (ShiftLock, section 4.2): each client draws its
 * next lock from a {@link io.baton.deploy.paper.load.ZipfSampler}. {@link io.baton.deploy.paper.load.TpccTrace} and
 * {@link io.baton.deploy.paper.load.TatpTrace} generate the transactions of section 4.4 by the rules of FissLock's
 * tools; {@link io.baton.deploy.paper.load.TraceCsv} reads and writes their file format. Both end in a {@link
 * io.baton.deploy.paper.load.LockTrace}, of which each client runs its share as a {@link
 * io.baton.deploy.paper.load.TraceLoad}. All randomness comes from generators that the caller hands in.
 */
@NullMarked
package io.baton.deploy.paper.load;

import org.jspecify.annotations.NullMarked;
