package io.baton.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ledger of TPC-C sees what is lost and what is there by half. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class TpccLedgerTest {

    private final TpccLedger ledger = new TpccLedger();

    private static String[] words(String line) {
        return line.split(" ", -1);
    }

    private void note(String... lines) {
        Arrays.stream(lines).map(TpccLedgerTest::words).forEach(ledger::note);
    }

    private CrashFindings judge(String... lines) {
        return ledger.judge(Arrays.stream(lines).map(TpccLedgerTest::words).toList(), ledger);
    }

    @Test
    void whatWasAcknowledgedIsThere() {
        note("new-order 1 2 3001 7", "payment 1 3 999", "delivery 1 4 2101", "saw 1 2 3001");
        final CrashFindings findings = judge("order 1 2 3001 7 7 0 1 0", "history 1 3 999", "order 1 4 2101 5 5 5 0 1",
            "history 1 3 1000");
        assertThat(findings.texts()).isEmpty();
        assertThat(findings.isGood()).isTrue();
        assertThat(findings.unacknowledged()).isEqualTo(1);
    }

    @Test
    void whatIsMissingIsLost() {
        note("new-order 1 2 3001 7", "payment 1 3 999", "delivery 1 4 2101", "saw 1 2 3002");
        final CrashFindings findings = judge("order 1 4 2101 5 5 0 1 0");
        assertThat(findings.lost()).isEqualTo(4);
        assertThat(findings.half()).isZero();
        assertThat(findings.texts()).anySatisfy(text -> assertThat(text).contains("payment", "district 3", "999"));
    }

    @Test
    void whatWasRecoveredOnceMustStay() {
        final List<String[]> state = List.of(words("order 1 2 3001 7 7 0 1 0"), words("history 1 1 77"));
        assertThat(ledger.judge(state, ledger).isGood()).isTrue();
        ledger.adopt(state);
        assertThat(judge().lost()).isEqualTo(2);
    }

    @Test
    void halfAnOrderIsSeen() {
        note("new-order 1 2 3001 7");
        assertThat(judge("order 1 2 3001 7 6 0 1 0").half()).isEqualTo(1);
        assertThat(judge("order 1 2 3001 7 7 0 0 0").half()).isEqualTo(1);
        assertThat(judge("order 1 2 3001 7 7 3 0 1").half()).isEqualTo(1);
        assertThat(judge("order 1 2 3001 8 8 0 1 0").half()).isEqualTo(1);
        assertThat(judge("order 1 2 3001 7 7 0 1 0", "violated 3 district 2 has a gap").half()).isEqualTo(1);
    }
}
