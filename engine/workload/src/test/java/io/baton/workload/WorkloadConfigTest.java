package io.baton.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Settings have ranges, values keep to them, and the headline counts its types. */
@Timeout(20)
final class WorkloadConfigTest {

    private static final Setting BOXES = Setting.scale("boxes", "How many.", 1, 1L << 40, 7);
    private static final Setting SHUT = Setting.onOff("shut", "Whether they are shut.");
    private static final Setting FULL = Setting.percent("full", "How many are full.", 1, 40);

    private enum Type implements TransactionKind {
        PUT, LOOK, GET;

        @Override
        public String label() {
            return name();
        }
    }

    private static WorkloadConfig config(Map<Setting, Long> values) {
        return new WorkloadConfig(values, 1, new RunLength(Duration.ZERO, Duration.ZERO, RunLength.UNCOUNTED));
    }

    @Test
    void settingsHaveTheirUsualValuesUnlessTold() {
        final WorkloadConfig usual = config(Map.of());
        assertThat(usual.get(BOXES)).isEqualTo(7);
        assertThat(usual.getInt(FULL)).isEqualTo(40);
        assertThat(usual.isOn(SHUT)).isFalse();
        final WorkloadConfig told = config(Map.of(BOXES, 1L << 40, SHUT, 1L, FULL, 100L));
        assertThat(told.get(BOXES)).isEqualTo(1L << 40);
        assertThat(told.getInt(FULL)).isEqualTo(100);
        assertThat(told.isOn(SHUT)).isTrue();
        assertThatThrownBy(() -> told.getInt(BOXES)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> config(Map.of(BOXES, 0L)))
            .withMessage("0 boxes; give 1 to 1099511627776");
        assertThatIllegalArgumentException().isThrownBy(() -> config(Map.of(FULL, 101L)))
            .withMessage("101 full; give 1 to 100");
        assertThatIllegalArgumentException().isThrownBy(() -> config(Map.of(SHUT, 2L)));
    }

    @Test
    void someValuesAreReplaced() {
        final WorkloadConfig config = config(Map.of(BOXES, 3L, FULL, 50L)).with(Map.of(BOXES, 4L));
        assertThat(config.values()).isEqualTo(Map.of(BOXES, 4L, FULL, 50L));
        assertThatIllegalArgumentException().isThrownBy(() -> config.with(Map.of(FULL, 101L)))
            .withMessage("101 full; give 1 to 100");
    }

    @Test
    void usualValueOutOfRangeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Setting.scale("boxes", "How many.", 1, 5, 6))
            .withMessage("setting boxes: 6 is not between 1 and 5");
        assertThatIllegalArgumentException().isThrownBy(() -> Setting.percent("full", "How many.", 1, 0));
    }

    @Test
    void headlineCountsItsTypesInItsSpan() {
        final HeadlineMetric metric =
            new HeadlineMetric("", "", "", "", List.of(Type.PUT, Type.GET), HeadlineMetric.MINUTE);
        assertThat(metric.of(new long[] {10, 1_000, 5}, 2)).isEqualTo(450);
        assertThat(metric.of(new long[] {10, 1_000, 5}, 0)).isZero();
    }

    @Test
    void examplesAreAddedToACopy() {
        final WorkloadHelp help = new WorkloadHelp("Put.", "Puts.", "--boxes 9");
        final WorkloadHelp more = help.example("", "first").example("--shut", "second");
        assertThat(help.examples()).isEmpty();
        assertThat(more.examples().sequencedKeySet()).containsExactly("", "--shut");
    }
}
