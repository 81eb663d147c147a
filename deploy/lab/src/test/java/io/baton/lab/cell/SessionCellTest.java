package io.baton.lab.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.baton.lab.metric.Metric;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells whose processes have sessions, and what is told of the client that is served least. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class SessionCellTest {

    private static final MeasuringWindow SHORT = new MeasuringWindow(500_000, 500, 1_500_000, 1_000, 3_000_000);
    private static final Load HOT = new MicroWork(100, 0.99, 0.5);
    private static final int CLIENTS = 20;
    private static final long SEED = 11;

    private static CellResult run(PaperLock lock, int processesPerMachine) {
        return new CellRunner(SEED, () -> false).run(
            Cell.of(lock, HOT, CLIENTS, SHORT).on(Testbed.ofProcessesPerMachine(processesPerMachine))).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void processesWithSessionsAreMeasuredWithoutADeath(int processesPerMachine) {
        final CellResult result = run(RecoverableLocks.BATON, processesPerMachine);
        assertThat(result.value(Metric.GOODPUT).orElseThrow()).as("seed %d", SEED).isPositive();
        assertThat(result.value(Metric.LEAST_SHARE).orElseThrow()).isGreaterThan(0).isLessThanOrEqualTo(100);
        assertThat(result.value(Metric.MAXIMUM).orElseThrow())
            .isGreaterThanOrEqualTo(result.value(Metric.P999).orElseThrow());
        assertThat(result.value(Metric.DEATHS)).hasValue(0);
        final CellResult again = run(RecoverableLocks.BATON, processesPerMachine);
        assertThat(again.latencies()).as("seed %d", SEED).isEqualTo(result.latencies());
        assertThat(again.value(Metric.LEAST_SHARE)).isEqualTo(result.value(Metric.LEAST_SHARE));
    }

    @Test
    void clientsOfOneProcessPassLocksOnAndThoseOfManyCannot() {
        assertThat(run(RecoverableLocks.BATON, CLIENTS / 5).value(Metric.ATOMICS).orElseThrow()).as("seed %d", SEED)
            .isGreaterThan(run(RecoverableLocks.BATON, 1).value(Metric.ATOMICS).orElseThrow());
    }

    @Test
    void clientsAreOnTheMachinesInTurnHoweverManyProcessesTheseHave() {
        final CellResult one = run(PaperLocks.SHIFTLOCK, 1);
        final CellResult four = run(PaperLocks.SHIFTLOCK, 4);
        // Nothing is arranged within a process: who shares its machine with whom is all that counts.
        assertThat(four.value(Metric.GOODPUT).orElseThrow()).as("seed %d", SEED)
            .isCloseTo(one.value(Metric.GOODPUT).orElseThrow(), within(one.value(Metric.GOODPUT).orElseThrow() / 10));
    }

    @Test
    void clientsOnTheLockServersMachineHaveNoSessions() {
        final Cell cell = new Cell(RecoverableLocks.BATON, HOT, 5, 1, Testbed.shiftLock(), SHORT);
        assertThatThrownBy(() -> new CellRunner(SEED, () -> false).run(cell))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("give 0");
    }

    @Test
    void theLeastServedClientIsComparedWithTheAverageOfItsRun() {
        final CellTally tally = new CellTally(1);
        round(tally, 3, 1);
        round(tally, 9, 7);
        final CellResult result = tally.result(Cell.of(PaperLocks.BATON, HOT, 2, SHORT), Map.of());
        assertThat(result.value(Metric.LEAST_SHARE)).hasValue(50);
        assertThat(result.value(Metric.MAXIMUM).orElseThrow()).isCloseTo(5, within(0.01));
    }

    @Test
    void whoIsNeverServedHasNoShare() {
        final CellTally tally = new CellTally(1);
        round(tally, 4, 0);
        assertThat(tally.result(Cell.of(PaperLocks.BATON, HOT, 2, SHORT), Map.of()).value(Metric.LEAST_SHARE))
            .hasValue(0);
    }

    private static void round(CellTally tally, int... transactions) {
        tally.beginRun();
        final CellTally.Share[] shares = new CellTally.Share[transactions.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = tally.share();
            tally.released(1, shares[i]);
        }
        tally.begin(0);
        tally.sample(0, 1_000);
        tally.sample(0, 5_000);
        for (int i = 0; i < shares.length; i++) {
            for (int transaction = 0; transaction < transactions[i]; transaction++) {
                tally.released(1, shares[i]);
            }
        }
        tally.end(1_000_000);
        tally.released(1, shares[0]);
        tally.endRun();
    }
}
