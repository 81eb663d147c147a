package io.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.baton.lab.metric.Item;
import io.baton.lab.metric.LockPhase;
import org.junit.jupiter.api.Test;

/** What counts as fitted, and how far a number is from the paper's. */
final class CalibrationTest {

    private static ResultRow row(String workload, double paper, double ours) {
        return new ResultRow("ShiftLock", workload, LockPhase.RELEASE.time(Item.NS), paper, ours);
    }

    @Test
    void aNumberThatRoundsToThePapersHasNoError() {
        assertThat(Calibration.error("table3", row("WI-zipf 5 clients", 0.01, 0.0149))).isZero();
        assertThat(Calibration.error("table3", row("WI-zipf 5 clients", 0.01, 0.0051))).isZero();
    }

    @Test
    void anErrorIsMeasuredFromTheNearestNumberThatRoundsToThePapers() {
        assertThat(Calibration.error("table3", row("WI-zipf 5 clients", 0.01, 0.03))).isCloseTo(1.0, within(1e-9));
        assertThat(Calibration.error("table3", row("WI-zipf 80 clients", 2.0, 0.9975))).isCloseTo(-0.5, within(1e-9));
    }

    @Test
    void whatIsNoTableIsTakenAsItStands() {
        assertThat(Calibration.error("figure6", row("WI-zipf", 0.01, 0.0149))).isCloseTo(0.49, within(1e-9));
    }

    @Test
    void fittedRowsAreToldFromPredictions() {
        assertThat(Calibration.verdict("table3", row("WI-zipf 20 clients", 0.1, 0.1))).isEqualTo("fitted, +0.0 %");
        assertThat(Calibration.verdict("table3", row("WI-zipf 40 clients", 10, 12.006))).isEqualTo("+20.0 %");
        assertThat(Calibration.verdict("table3", row("WI-zipf 40 clients", Double.NaN, 1))).isEqualTo("-");
        assertThat(Calibration.verdict("table4", row("WI-zipf 20 clients", 0, 1))).isEqualTo("-");
    }

    @Test
    void rowsThatWereLookedAtAreNoPredictions() {
        assertThat(Calibration.verdict("table3", row("WI-zipf 200 clients", 10, 12.006))).isEqualTo("seen, +20.0 %");
        assertThat(Calibration.verdict("table3",
            new ResultRow("ShiftLock", "WI-zipf 80 clients", LockPhase.RELEASE.time(Item.NS), 10, 12.006)))
            .isEqualTo("seen, +20.0 %");
        assertThat(Calibration.verdict("table3",
            new ResultRow("ShiftLock", "WI-zipf 80 clients", LockPhase.ACQUIRE_WRITER.time(Item.WP), 10, 12.006)))
            .isEqualTo("+20.0 %");
        assertThat(Calibration.verdict("table3",
            new ResultRow("ShiftLock", "RI-zipf 240 clients", LockPhase.RELEASE.time(Item.IA), 10, 12.006)))
            .isEqualTo("seen, +20.0 %");
        assertThat(Calibration.verdict("table4",
            new ResultRow("CAS-NB", "WI-zipf", LockPhase.RELEASE.time(Item.IA), 10, 12.006)))
            .isEqualTo("seen, +20.0 %");
    }
}
