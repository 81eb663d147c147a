package io.baton.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ledger of SmallBank sees what is lost and what is there by half. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class BankLedgerTest {

    private static final long SEED = 7;

    private final BankLedger ledger = new BankLedger(SEED, 2);

    private static String[] balances(int client, long steps) {
        return balances(client, new BankSequence(SEED, client).goTo(steps), 0);
    }

    private static String[] balances(int client, BankSequence sequence, long missing) {
        final StringBuilder text = new StringBuilder(BankLedger.BALANCES + " " + client);
        final long[] all = sequence.all();
        all[3] -= missing;
        for (final long cents : all) {
            text.append(' ').append(cents);
        }
        return text.toString().split(" ", -1);
    }

    private void acknowledge(int client, long count) {
        ledger.note(new String[] {BankLedger.ACKNOWLEDGED, Integer.toString(client), Long.toString(count)});
    }

    private CrashFindings judge(String[]... state) {
        return ledger.judge(List.of(state), ledger);
    }

    @Test
    void allThatWasAcknowledgedAndOneMoreIsGood() {
        acknowledge(0, 50);
        acknowledge(1, 60);
        assertThat(judge(balances(0, 50), balances(1, 60)).isGood()).isTrue();
        final CrashFindings oneMore = judge(balances(0, 51), balances(1, 60));
        assertThat(oneMore.isGood()).isTrue();
        assertThat(oneMore.unacknowledged()).isEqualTo(1);
        ledger.adopt(List.of(balances(0, 51), balances(1, 60)));
        assertThat(ledger.forWorker()).isEqualTo("51,60");
    }

    @Test
    void anAcknowledgedTransactionThatIsMissingIsLost() {
        acknowledge(0, 50);
        final CrashFindings findings = judge(balances(0, 48), balances(1, 0));
        assertThat(findings.lost()).isEqualTo(2);
        assertThat(findings.half()).isZero();
        assertThat(findings.texts().getFirst()).contains("client 0", "50", "48");
    }

    @Test
    void aTransactionThatIsThereByHalfIsSeen() {
        acknowledge(1, 20);
        final CrashFindings findings = judge(balances(0, 0), balances(1, new BankSequence(SEED, 1).goTo(20), 5));
        assertThat(findings.half()).isEqualTo(1);
        assertThat(findings.texts().getFirst()).contains("client 1", "customer 10");
    }

    @Test
    void customersThatAreGoneAreLost() {
        acknowledge(1, 20);
        assertThat(judge(balances(0, 0)).lost()).isEqualTo(20);
    }

    @Test
    void whatAnotherClientHasSeenMustBeThere() {
        final long seen = new BankSequence(SEED, 0).goTo(100).counter();
        ledger.note(new String[] {BankLedger.SAW, "1", "0", Long.toString(seen)});
        acknowledge(0, 5);
        assertThat(judge(balances(0, 5), balances(1, 0)).lost()).isEqualTo(1);
    }

    @Test
    void aBackupMayHaveAnyStateSinceItBegan() {
        acknowledge(0, 50);
        final Ledger before = ledger.copy();
        acknowledge(0, 90);
        assertThat(before.judge(List.of(balances(0, 70), balances(1, 0)), ledger).isGood()).isTrue();
        assertThat(before.judge(List.of(balances(0, 49), balances(1, 0)), ledger).lost()).isEqualTo(1);
    }
}
