/**
 * The locks that retry: {@link io.baton.rival.cas.CasTable}, compare-and-swap with and without backoff (the ShiftLock
 * paper's CAS and CAS-B, §2.3), and {@link io.baton.rival.cas.RetryOnFailTable}, retry-on-fail as the DSLR paper
 * measures it.
 */
@NullMarked
package io.baton.rival.cas;

import org.jspecify.annotations.NullMarked;
