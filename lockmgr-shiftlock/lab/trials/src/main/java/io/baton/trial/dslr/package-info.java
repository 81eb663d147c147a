/**
 * DSLR under faults: the paper's only rival that outlives its holders, with the treatment that Baton's own locks get
 * ({@code io.baton.trial}). {@code DslrCampaign} is one run, decided by its seed ({@code DslrPlan}); its
 * clients ({@code DslrWorker}) lock, work and give back under the eyes of {@code DslrJudge}; {@code DslrCampaigns} runs
 * many, one class of faults at a time.
 *
 * <p>DSLR has no tokens, so that the data has no guard: the judge sees a client that still works on data that another
 * one has locked meanwhile. Leases alone cannot prevent that where messages are late or processes stand still; how
 * often it happens is the result.
 */
@NullMarked
package io.baton.trial.dslr;

import org.jspecify.annotations.NullMarked;
