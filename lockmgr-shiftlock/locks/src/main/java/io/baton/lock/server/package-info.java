/**
 * The part of a lock server that has a processor: it decides which client processes are dead, and resets the locks
 * that they have left behind.
 * <pre>
 *   RecoveryServer ── Sessions                    which processes may use the memory; silent ones are fenced
 *        │
 *        └── ResetRounds ── ResetRound            which locks are about to be reset, and which processes consent
 *   ForcedReset                                   an operator's wish to reset a lock, by the same rounds
 * </pre>
 * One thread does everything, and reports it as {@link io.baton.lock.server.ResetEvent}s. Specification:
 * {@code spec/5-recovery.md}.
 */
@NullMarked
package io.baton.lock.server;

import org.jspecify.annotations.NullMarked;
