package io.baton.trial.dslr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.lock.LockMode;
import io.baton.sim.model.FaultKind;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What DSLR survives, and that the judge sees what it does not. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class DslrCampaignsTest {

    private static DslrCampaigns.Row run(String faults, long count) {
        return DslrCampaigns.run(faults, 1, count, 1, () -> false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "crash"})
    void deathsAloneBreakNothing(String faults) {
        final DslrCampaigns.Row row = run(faults, 60);
        assertThat(row.firstText()).isEmpty();
        assertThat(row.count(DslrVerdict.GOOD)).isEqualTo(60);
        assertThat(row.faults() > 0).isEqualTo(faults.equals("crash"));
        assertThat(row.grants()).isGreaterThan(60);
    }

    @Test
    @Tag("slow")
    void deathsAloneBreakNothingForLong() {
        assertThat(run("crash", 5_000).firstText()).isEmpty();
    }

    /** Nobody is fenced, and no release compares anything. */
    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"pause, 300", "request-delayed, 1000"})
    void stallsAndDelaysBeyondTheLeaseBreakMutualExclusion(String faults, long seeds) {
        final DslrCampaigns.Row row = run(faults, seeds);
        assertThat(row.count(DslrVerdict.TWO_HOLDERS_WITHIN_LEASE) + row.count(DslrVerdict.TWO_HOLDERS_PAST_LEASE))
            .isPositive();
        assertThat(row.firstSeed()).isNotNull();
    }

    @Test
    void theSameSeedIsTheSameRun() {
        final DslrPlan plan = DslrPlan.draw(5, Set.of(FaultKind.CRASH, FaultKind.PAUSE));
        final DslrCampaign.Result one = new DslrCampaign(plan, line -> {}).run();
        assertThat(new DslrCampaign(plan, line -> {}).run()).isEqualTo(one);
    }

    @Test
    void judgeSeesWhoStillWorksThoughAnotherHasGotTheLock() {
        final long[] now = {0};
        final DslrJudge judge = new DslrJudge(() -> now[0], 100);
        final DslrJudge.Stay reader = judge.enter(1, "reader", 0, LockMode.SHARED);
        judge.leave(judge.enter(2, "other reader", 0, LockMode.SHARED));
        judge.leave(judge.enter(2, "writer elsewhere", 1, LockMode.EXCLUSIVE));
        now[0] = 150;
        judge.leave(judge.enter(2, "writer", 0, LockMode.EXCLUSIVE));
        assertThatThrownBy(() -> judge.leave(reader)).isInstanceOfSatisfying(DslrBroken.class,
            broken -> assertThat(broken.verdict()).isEqualTo(DslrVerdict.TWO_HOLDERS_PAST_LEASE));
    }

    @Test
    void judgeForgetsTheDead() {
        final DslrJudge judge = new DslrJudge(() -> 0, 100);
        judge.enter(1, "dies", 0, LockMode.EXCLUSIVE);
        judge.died(1);
        final DslrJudge.Stay next = judge.enter(2, "next", 0, LockMode.EXCLUSIVE);
        judge.leave(next);
        final DslrJudge.Stay early = judge.enter(2, "early", 0, LockMode.EXCLUSIVE);
        judge.enter(3, "too soon", 0, LockMode.SHARED);
        assertThatThrownBy(() -> judge.leave(early)).isInstanceOfSatisfying(DslrBroken.class,
            broken -> assertThat(broken.verdict()).isEqualTo(DslrVerdict.TWO_HOLDERS_WITHIN_LEASE));
    }
}
