/**
 * Loads of the papers' experiments: locks drawn one by one, and transactions that need several.
 *
 * <p>{@link io.baton.lab.load.MicroLoad} is the microbenchmark (ShiftLock, section 4.2): each client draws its
 * next lock from a {@link io.baton.lab.load.ZipfSampler}. {@link io.baton.lab.load.TpccTrace} and
 * {@link io.baton.lab.load.TatpTrace} generate the transactions of section 4.4 by the rules of FissLock's
 * tools; {@link io.baton.lab.load.TraceCsv} reads and writes their file format. Both end in a {@link
 * io.baton.lab.load.LockTrace}, of which each client runs its share as a {@link
 * io.baton.lab.load.TraceLoad}. All randomness comes from generators that the caller hands in.
 */
@NullMarked
package io.baton.lab.load;

import org.jspecify.annotations.NullMarked;
