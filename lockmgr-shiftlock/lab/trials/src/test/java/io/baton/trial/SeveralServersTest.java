package io.baton.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.RecoveryPolicy;
import io.baton.lock.entry.EntryFormat;
import io.baton.sim.model.FaultKind;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Campaigns over several lock servers: with a session at each, or one table over all that nobody recovers. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class SeveralServersTest {

    private static final int FEW = 12;
    private static final int MANY = 1_000;

    private static CampaignPlan plan(long seed) {
        return CampaignPlan.draw(seed,
            new CampaignPlan.Wishes(0, 0, EnumSet.allOf(FaultKind.class), RecoveryPolicy.SESSION));
    }

    private static List<CampaignPlan> plans(int count, Predicate<CampaignPlan> wanted) {
        return LongStream.iterate(1, seed -> seed + 1).mapToObj(SeveralServersTest::plan).filter(wanted).limit(count)
            .toList();
    }

    private static CampaignSummary run(List<CampaignPlan> plans) {
        final CampaignSummary summary = new CampaignSummary();
        plans.forEach(plan -> summary.add(new Campaign(plan, line -> {}).run()));
        assertThat(summary.violations()).isEmpty();
        assertThat(summary.grants()).isPositive();
        return summary;
    }

    private static boolean isOverSeveral(CampaignPlan plan) {
        return plan.recovered() && plan.servers() > 1;
    }

    private static boolean isPlain(CampaignPlan plan) {
        return plan.options().entry() == EntryFormat.PLAIN;
    }

    @Test
    void chainsGoToOneServerOrTwoOrThree() {
        assertThat(plans(MANY, plan -> plan.recovered() && plan.isExecuted())).extracting(CampaignPlan::servers)
            .contains(1, 2, 3).allMatch(servers -> servers <= 3);
        assertThat(plans(MANY, plan -> plan.recovered() && !plan.isExecuted())).extracting(CampaignPlan::servers)
            .containsOnly(1);
    }

    @Test
    void noPromiseIsBrokenByChainsOverSeveralServers() {
        final CampaignSummary summary = run(plans(FEW, SeveralServersTest::isOverSeveral));
        assertThat(summary.resets()).isPositive();
        assertThat(summary.faults(FaultKind.CRASH)).isPositive();
        assertThat(summary.faults(FaultKind.SERVER_CRASH)).isPositive();
        assertThat(summary.faults(FaultKind.REQUEST_DELAYED)).isPositive();
        assertThat(summary.faults(FaultKind.NOTICE_LOST)).isPositive();
    }

    @Test
    void aCampaignOverSeveralServersRepeatsByItsSeed() {
        for (CampaignPlan plan : plans(2, SeveralServersTest::isOverSeveral)) {
            assertThat(new Campaign(plan, line -> {}).run().traceHash()).as("seed %d", plan.seed())
                .isEqualTo(new Campaign(plan, line -> {}).run().traceHash());
        }
    }

    /** Tries at later servers, and with entries of two words: nothing is lost, all else may happen. */
    @Test
    void noPromiseIsBrokenWhereNothingIsRecovered() {
        final CampaignSummary summary = run(plans(2 * FEW, plan -> !plan.recovered()));
        assertThat(summary.resets()).isZero();
        assertThat(summary.refusals()).isZero();
        assertThat(summary.faults(FaultKind.REQUEST_DELAYED)).isPositive();
        assertThat(summary.faults(FaultKind.PAUSE)).isPositive();
        assertThat(summary.faults(FaultKind.CRASH)).isZero();
    }

    @Test
    void whatIsNotRecoveredIsChainsAndTriesAndPlainEntries() {
        final List<CampaignPlan> plans = plans(4 * FEW, plan -> !plan.recovered());
        assertThat(plans).anyMatch(SeveralServersTest::isPlain)
            .anyMatch(plan -> plan.isExecuted() && plan.servers() > 1)
            .anyMatch(plan -> plan.options().batches() && !plan.isExecuted() && plan.servers() > 1);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void noPromiseIsBrokenInManyCampaignsOverSeveralServers() {
        run(plans(MANY, SeveralServersTest::isOverSeveral));
        run(plans(MANY, plan -> !plan.recovered()));
    }
}
