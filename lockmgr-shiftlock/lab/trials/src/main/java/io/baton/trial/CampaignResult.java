package io.baton.trial;

import io.baton.sim.model.FaultKind;
import java.util.Map;

/**
 * What came of one run.
 *
 * @param seed its seed
 * @param violation what was broken, or empty
 * @param traceHash the same for the same seed
 * @param faults how often each kind of fault happened
 * @param coverage in which states of the protocol
 * @param grants critical sections entered
 * @param refusals tokens refused
 * @param resets locks reset
 * @param suspicions how often a client has asked the lock server for a reset
 */
record CampaignResult(
        long seed, String violation, long traceHash, Map<FaultKind, Long> faults, Coverage coverage,
        long grants, long refusals, long resets, long suspicions) {
}
