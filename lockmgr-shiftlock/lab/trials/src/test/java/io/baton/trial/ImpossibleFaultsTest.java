package io.baton.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.RecoveryPolicy;
import io.baton.sim.model.FaultKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The list of what cannot happen is compared with what happens. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class ImpossibleFaultsTest {

    private static CampaignPlan.Wishes wishes(RecoveryPolicy policy) {
        return new CampaignPlan.Wishes(0, 0, EnumSet.allOf(FaultKind.class), policy);
    }

    private static CampaignResult result(Coverage coverage) {
        return new CampaignResult(1, "", 0, Map.of(), coverage, 0, 0, 0, 0);
    }

    @Test
    @Tag("thorough")
    void whatIsListedDoesNotOccur() {
        for (RecoveryPolicy policy : RecoveryPolicy.values()) {
            final CampaignSummary summary = new LockCampaigns(0, 0, LockCampaigns.faultKinds(), policy)
                .run(1, 60, 1, () -> false, done -> {});
            assertThat(ImpossibleFaults.complaints(summary, wishes(policy))).isEmpty();
        }
    }

    @Test
    void whatIsListedAndOccursIsWrong() {
        final Coverage coverage = new Coverage();
        coverage.onFault(FaultKind.ROUTE_REUSED, List.of());
        final CampaignSummary summary = new CampaignSummary();
        summary.add(result(coverage));
        assertThat(ImpossibleFaults.complaints(summary, wishes(RecoveryPolicy.SESSION)))
            .containsExactly("route-reused at idle is listed as unreachable and occurred");
    }

    @Test
    void whatIsNotListedMustOccurInManySeeds() {
        final CampaignSummary summary = new CampaignSummary();
        for (long seed = 1; seed < ImpossibleFaults.SEEDS_ENOUGH; seed++) {
            summary.add(result(new Coverage()));
        }
        assertThat(ImpossibleFaults.complaints(summary, wishes(RecoveryPolicy.SESSION))).isEmpty();
        summary.add(result(new Coverage()));
        assertThat(ImpossibleFaults.complaints(summary, wishes(RecoveryPolicy.SESSION)))
            .contains("crash at idle did not occur and is not listed as unreachable",
                "pause at waits-for-turn in a frozen lock did not occur and is not listed as unreachable")
            .noneMatch(complaint -> complaint.startsWith("route-reused"))
            .noneMatch(complaint -> complaint.startsWith("crash at leaves-to-successor in a frozen lock"));
    }
}
