package io.baton.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.RecoveryPolicy;
import io.baton.lock.shiftlock.HoldState;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The locks keep their promises under faults; what the judge sees when they do not is PlantedHunt's business. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class LockCampaignsTest {

    private static CampaignSummary run(long first, long count, Set<String> faults) {
        return run(first, count, faults, RecoveryPolicy.SESSION);
    }

    private static CampaignSummary run(long first, long count, Set<String> faults, RecoveryPolicy policy) {
        return new LockCampaigns(0, 0, faults, policy).run(first, count, 1, () -> false, done -> {});
    }

    @Test
    void noPromiseIsBroken() {
        final CampaignSummary summary = run(1, 150, LockCampaigns.faultKinds());
        assertThat(summary.violations()).isEmpty();
        assertThat(summary.seeds()).isEqualTo(150);
        assertThat(summary.resets()).isPositive();
        assertThat(summary.refusals()).isPositive();
        for (FaultKind kind : FaultKind.values()) {
            assertThat(summary.faults(kind)).as(kind.name()).isPositive();
        }
        assertThat(summary.met(FaultKind.CRASH, HoldState.HOLDS_EXCLUSIVE, false)).isPositive();
    }

    @Test
    void noPromiseIsBrokenWhereSilenceIsDeath() {
        final CampaignSummary summary = run(1, 120, LockCampaigns.faultKinds(), RecoveryPolicy.LEASE);
        assertThat(summary.violations()).isEmpty();
        assertThat(summary.resets()).isPositive();
        assertThat(summary.refusals()).isPositive();
        assertThat(summary.faults(FaultKind.SERVER_CRASH)).isZero();
    }

    /** Other runs now than those that failed, as below. */
    @ParameterizedTest
    @ValueSource(longs = {359, 10_275, 10_584, 16_923, 17_102, 19_191, 19_749, 8628})
    void seedsThatOnceFailedWhereSilenceIsDeath(long seed) {
        assertThat(run(seed, 1, LockCampaigns.faultKinds(), RecoveryPolicy.LEASE).violations()).isEmpty();
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {"crash", "pause", "notice-lost", "completion-lost", "server-crash", "notice-duplicated"})
    void noPromiseIsBrokenByOneKindOfFault(String kind) {
        assertThat(run(1, 40, Set.of(kind)).violations()).isEmpty();
    }

    @Test
    void withoutFaultsNobodyIsRefused() {
        final CampaignSummary summary = run(1, 60, Set.of());
        assertThat(summary.violations()).isEmpty();
        assertThat(summary.refusals()).isZero();
    }

    /** A client in front of a waiting one may have had its turn and be gone: that is no reason to ask. */
    @Test
    void nobodyAsksForAResetWhereNothingFailsAndLeasesAreLong() {
        nobodyAsksForAReset(150);
    }

    @Test
    @Tag("slow")
    void nobodyAsksForAResetInManySeeds() {
        nobodyAsksForAReset(2_000);
    }

    private static void nobodyAsksForAReset(long seeds) {
        final CampaignPlan.Wishes wishes = new CampaignPlan.Wishes(0, 0, Set.of(), RecoveryPolicy.SESSION);
        final CampaignSummary summary = new CampaignSummary();
        for (long seed = 1; seed <= seeds; seed++) {
            summary.add(new Campaign(CampaignPlan.draw(seed, wishes).quiet(), line -> {}).run());
        }
        assertThat(summary.violations()).isEmpty();
        assertThat(summary.suspicions()).isZero();
    }

    @Test
    void theSameSeedIsTheSameRun() {
        final List<String> one = new ArrayList<>();
        final List<String> two = new ArrayList<>();
        final LockCampaigns campaigns = new LockCampaigns(0, 0, LockCampaigns.faultKinds(), RecoveryPolicy.SESSION);
        final long hash = campaigns.trace(17, one::add).traceHash();
        assertThat(campaigns.trace(17, two::add).traceHash()).isEqualTo(hash);
        assertThat(two).isEqualTo(one).isNotEmpty();
        assertThat(campaigns.trace(18, two::add).traceHash()).isNotEqualTo(hash);
    }

    /**
     * Where the campaigns once found something, or nearly. A seed is another run since the model of the cluster has
     * changed, so that these are no more than seeds among others; what they had found, planted bugs and tests of its
     * own look for ({@code docs/reliability.md}).
     */
    @ParameterizedTest
    @ValueSource(longs = {63, 124, 364, 513, 2839, 7876, 12_484, 19_534, 103_537, 37_320, 40_768, 15_900, 15_440})
    void seedsThatOnceFailed(long seed) {
        assertThat(run(seed, 1, LockCampaigns.faultKinds()).violations()).isEmpty();
    }

    @Test
    @Tag("slow")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void noPromiseIsBrokenInManySeeds() {
        assertThat(run(1_000_000, 100_000, LockCampaigns.faultKinds()).violations()).isEmpty();
    }

    @Test
    @Tag("slow")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void noPromiseIsBrokenInManySeedsWhereSilenceIsDeath() {
        assertThat(run(1, 3_000, LockCampaigns.faultKinds(), RecoveryPolicy.LEASE).violations()).isEmpty();
    }
}
