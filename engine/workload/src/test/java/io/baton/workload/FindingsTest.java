package io.baton.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Findings keep the first violation of each condition. */
@Timeout(20)
final class FindingsTest {

    private final Findings<Integer> findings = new Findings<>(List.of(3, 1, 2));

    @Test
    void conditionsHoldUntilOneIsViolated() {
        findings.same(1, "the left is", 5, "the right is", 5);
        assertThat(findings.holds(1)).isTrue();
        assertThat(findings.results().keySet()).containsExactly("3", "1", "2");
        assertThat(findings.results().values()).containsOnly(ConditionResult.GOOD);
    }

    @Test
    void firstViolationCounts() {
        findings.same(1, "the left is", 5, "the right is", -6);
        findings.violated(1, "and more");
        assertThat(findings.holds(1)).isFalse();
        assertThat(findings.results())
            .containsEntry("1", new ConditionResult(false, "the left is 5, but the right is -6"))
            .containsEntry("2", ConditionResult.GOOD);
    }

    @Test
    void laterFindingsComeSecond() {
        final Findings<Integer> later = new Findings<>(List.of(3, 1, 2));
        findings.violated(1, "early");
        later.violated(1, "late");
        later.violated(2, "late");
        findings.addAll(later);
        assertThat(findings.results().values()).containsExactly(ConditionResult.GOOD,
            new ConditionResult(false, "early"), new ConditionResult(false, "late"));
    }

    @Test
    void earlierResultCountsIfItIsBad() {
        final ConditionResult bad = new ConditionResult(false, "early");
        final ConditionResult late = new ConditionResult(false, "late");
        assertThat(bad.and(ConditionResult.GOOD)).isEqualTo(bad);
        assertThat(bad.and(late)).isEqualTo(bad);
        assertThat(ConditionResult.GOOD.and(late)).isEqualTo(late);
    }
}
