package io.baton.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.history.HistoryOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One history by hand for each anomaly of the literature, and for what looks like one but is none. */
@Timeout(20)
class AnomaliesTest {

    private static final long X = 1;
    private static final long Y = 2;
    private static final long Z = 3;

    private final HandHistory history = new HandHistory();

    @Test
    void historyOfNothingIsSerializable() {
        assertThat(history.check().serializable()).isTrue();
    }

    @Test
    void dirtyWrite() {
        history.txn().write(X, 1).write(Y, 2);
        history.txn().write(X, 2).write(Y, 1);
        assertFound(AnomalyKind.G0);
    }

    @Test
    void oneVersionWithTwoWriters() {
        history.txn().write(X, 1);
        history.txn().write(X, 1);
        assertFound(AnomalyKind.G0);
    }

    @Test
    void abortedRead() {
        history.txn().write(X, 1).ends(HistoryOutcome.ABORTED);
        history.txn().read(X, 1);
        assertFound(AnomalyKind.G1A);
    }

    @Test
    void writeOverWhatAnAbortedTransactionLeft() {
        history.txn().write(X, 1).ends(HistoryOutcome.ABORTED);
        history.txn().write(X, 2);
        assertFound(AnomalyKind.G1A);
    }

    @Test
    void intermediateRead() {
        history.txn().write(X, 1).write(X, 2);
        history.txn().read(X, 1);
        assertThat(history.check().anomalies()).extracting(Anomaly::kind).contains(AnomalyKind.G1B);
    }

    @Test
    void circularInformationFlow() {
        history.txn().write(X, 1).read(Y, 1);
        history.txn().write(Y, 1).read(X, 1);
        assertFound(AnomalyKind.G1C);
    }

    @Test
    void lostUpdate() {
        history.txn().read(X, 0).write(X, 1);
        history.txn().read(X, 0).write(X, 2);
        assertFound(AnomalyKind.G_SINGLE);
    }

    @Test
    void readSkew() {
        history.txn().write(X, 1).write(Y, 1);
        history.txn().read(X, 0).read(Y, 1);
        assertFound(AnomalyKind.G_SINGLE);
    }

    @Test
    void unrepeatableRead() {
        history.txn().read(X, 0).read(X, 1);
        history.txn().write(X, 1);
        assertFound(AnomalyKind.G_SINGLE);
    }

    @Test
    void writeSkew() {
        history.txn().read(X, 0).read(Y, 0).write(X, 1);
        history.txn().read(X, 0).read(Y, 0).write(Y, 1);
        assertFound(AnomalyKind.G2_ITEM);
    }

    @Test
    void longFork() {
        history.txn().write(X, 1);
        history.txn().write(Y, 1);
        history.txn().read(X, 1).read(Y, 0);
        history.txn().read(X, 0).read(Y, 1);
        final Anomaly anomaly = assertFound(AnomalyKind.G2_ITEM);
        assertThat(anomaly.transactions()).hasSize(4);
    }

    @Test
    void phantom() {
        history.txn().scan(7, 0).read(X, 1);
        history.txn().write(X, 1).change(7, 1);
        assertFound(AnomalyKind.G_SINGLE);
    }

    @Test
    void writeSkewOfScans() {
        history.txn().scan(7, 0).change(8, 1);
        history.txn().scan(8, 0).change(7, 1);
        assertFound(AnomalyKind.G2);
    }

    @Test
    void readOnlyTransactionAnomaly() {
        // Fekete, O'Neil, O'Neil (2004): without the reader the other two would be in order.
        history.txn().read(X, 0).read(Y, 0).write(X, 1);
        history.txn().read(Y, 0).write(Y, 1);
        history.txn().read(X, 0).read(Y, 1);
        assertFound(AnomalyKind.G2_ITEM);
    }

    @Test
    void staleReadAgainstRealTime() {
        history.txn(0, 10).write(X, 1);
        history.txn(20, 30).read(X, 0);
        final Anomaly anomaly = assertFound(AnomalyKind.REAL_TIME);
        assertThat(anomaly.words()).contains("T1 comes before T2: T1 was answered before T2 began");
    }

    @Test
    void staleReadThroughAThirdTransactionAgainstRealTime() {
        history.txn(0, 10).write(X, 1);
        history.txn(5, 40).read(X, 0).write(Y, 1);
        history.txn(20, 30).read(Y, 1);
        history.txn(41, 50).read(Y, 0);
        assertFound(AnomalyKind.REAL_TIME);
    }

    @Test
    void versionThatNobodyWrote() {
        history.txn().read(X, 5);
        assertFound(AnomalyKind.UNWRITTEN);
    }

    @Test
    void versionsWithAGap() {
        history.txn().write(X, 1);
        history.txn().write(X, 3);
        assertFound(AnomalyKind.UNWRITTEN);
    }

    @Test
    void transactionOfUnknownOutcomeCountsOnceItsWriteIsSeen() {
        history.txn(0, 10).write(X, 1).write(Y, 1).ends(HistoryOutcome.UNKNOWN);
        history.txn(20, 30).read(X, 0);
        assertThat(history.check().serializable()).isTrue();
        history.txn(40, 50).read(X, 1);
        assertThat(history.check().serializable()).isTrue();
        history.txn(60, 70).read(Y, 0);
        assertFound(AnomalyKind.REAL_TIME);
    }

    @Test
    void concurrentTransactionsMayGoEitherWay() {
        history.txn(0, 30).write(X, 1);
        history.txn(10, 20).read(X, 0);
        history.txn(12, 40).read(X, 1);
        assertThat(history.check().serializable()).isTrue();
    }

    @Test
    void witnessNamesTransactionsKeysAndReasons() {
        history.txn().write(X, 1).write(Y, 1);
        history.txn().read(X, 0).read(Y, 1);
        assertThat(assertFound(AnomalyKind.G_SINGLE).words()).containsExactly(
            "T1 is transaction 1-0, begun at 0 ns and answered at 1000000 ns",
            "T2 is transaction 0-0, begun at 0 ns and answered at 1000000 ns",
            "T1 comes before T2: T1 read version 0 of t(id=1), and T2 wrote the next one",
            "T2 comes before T1: T1 read version 1 of t(id=2), which T2 wrote");
    }

    @Test
    void smallestOfManyCyclesIsShown() {
        for (int i = 0; i < 50; i++) {
            history.txn().read(100 + i, 0).write(100 + (i + 1) % 50, 1);
        }
        history.txn().read(Y, 0).write(Z, 1);
        history.txn().read(Z, 0).write(Y, 1);
        final Anomaly anomaly = assertFound(AnomalyKind.G2_ITEM);
        assertThat(anomaly.transactions()).containsExactlyInAnyOrder("50-0", "51-0");
        assertThat(anomaly.count()).isEqualTo(2);
    }

    private Anomaly assertFound(AnomalyKind kind) {
        final Verdict verdict = history.check();
        assertThat(verdict.anomalies()).extracting(Anomaly::kind).containsExactly(kind);
        return verdict.anomalies().getFirst();
    }
}
