package io.baton.lab.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.baton.lab.PaperNumbers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of quantities are read and printed back without loss. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class QuantityTest {

    @ParameterizedTest
    @EnumSource
    void everyMetricIsReadBack(Metric metric) {
        assertThat(Quantity.parse(metric.label())).isSameAs(metric);
        assertThat(metric.unit()).isNotBlank();
    }

    @Test
    void everyNumberOfThePapersIsReadBack() {
        assertThat(PaperNumbers.load().all())
            .allSatisfy(number -> assertThat(Quantity.parse(number.metric().label())).isEqualTo(number.metric()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"goodput", "p99.min", "goodputRatio/others.max", "goodputRatio/5 clients",
        "p50Ratio/N=32", "acquireReaderRatio/ShiftLock", "acquireReader.waitReduction/DSLR",
        "acquireWriter.IA+NP+WP+WR", "p999Speedup/Traditional", "p99Reduction/MCS or RMA-RW",
        "release.cohortWrites.max"})
    void labelIsWhatWasRead(String label) {
        assertThat(Quantity.parse(label).label()).isEqualTo(label);
    }

    @Test
    void partsAreTakenApart() {
        assertThat(Quantity.parse("acquire.IARatio/ShiftLock"))
            .isEqualTo(LockPhase.ACQUIRE.time(Item.IA).ratioTo("ShiftLock"));
        assertThat(Quantity.parse("p99Reduction/MCS or RMA-RW"))
            .isEqualTo(new Derived(Metric.P99, Relation.REDUCTION, List.of("MCS", "RMA-RW"), Bound.NONE));
        assertThat(Quantity.parse("meanSpeedup/others.min"))
            .isEqualTo(Metric.MEAN.speedupOver(Derived.OTHERS).bounded(Bound.MIN));
        assertThat(Quantity.parse("p99.min")).isEqualTo(Metric.P99.bounded(Bound.MIN));
        assertThat(Quantity.parse("acquireWriter")).isEqualTo(LockPhase.ACQUIRE_WRITER.time());
        assertThat(Quantity.parse("acquire.sends")).isEqualTo(LockPhase.ACQUIRE.count(Metric.SENDS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "speed", "goodputTimes/MCS", "Ratio/MCS", "acquireReader.XY", "acquire.", "acquire.IA+",
        "acquire.goodput", "goodput.mean", "Goodput", " p99"})
    void whatIsNoMetricIsRefused(String label) {
        assertThatIllegalArgumentException().isThrownBy(() -> Quantity.parse(label));
    }

    @Test
    void nothingIsDerivedFromAMeasureAlone() {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new Derived(Metric.P99, Relation.NONE, List.of(), Bound.NONE));
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new Derived(Metric.P99, Relation.NONE, List.of("MCS"), Bound.MIN));
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new Derived(Metric.P99, Relation.RATIO, List.of(), Bound.NONE));
        assertThatIllegalArgumentException().isThrownBy(() -> LockPhase.ACQUIRE.count(Metric.GOODPUT));
    }

    @Test
    void relationsAreComputed() {
        assertThat(Relation.NONE.of(3, 4)).isEqualTo(3);
        assertThat(Relation.RATIO.of(3, 4)).isEqualTo(0.75);
        assertThat(Relation.REDUCTION.of(3, 4)).isCloseTo(25, within(1e-9));
        assertThat(Relation.SPEEDUP.of(3, 4)).isCloseTo(4.0 / 3, within(1e-9));
    }
}
