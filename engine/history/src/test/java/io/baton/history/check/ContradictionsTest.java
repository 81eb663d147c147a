package io.baton.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.history.HistoryOperation;
import io.baton.history.HistoryOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Histories that contradict themselves: rows that are there and are not, what aborted calls have read, gaps. */
@Timeout(20)
class ContradictionsTest {

    private static final long X = 1;
    private static final long Y = 2;
    private static final long PREFIX = 7;

    private final HandHistory history = new HandHistory();

    // Existence

    @Test
    void absentRowIsReadAlthoughItWasInserted() {
        history.txn().insert(X, 1);
        history.txn().missing(X, 1);
        assertThat(assertFound(AnomalyKind.EXISTENCE).words()).containsExactly(
            "in version 1 of t(id=1) the row is there for T1 (0-0), and not there for T2 (1-0)");
    }

    @Test
    void absentRowIsReadAlthoughItWasUpdated() {
        history.txn().write(X, 1);
        history.txn().missing(X, 1);
        assertFound(AnomalyKind.EXISTENCE);
    }

    @Test
    void absentRowIsReadAlthoughItWasReplaced() {
        history.txn().replace(X, 1);
        history.txn().missing(X, 1);
        assertFound(AnomalyKind.EXISTENCE);
    }

    @Test
    void deletedVersionIsRead() {
        history.txn().delete(X, 1);
        history.txn().read(X, 1);
        assertThat(assertFound(AnomalyKind.EXISTENCE).words()).containsExactly(
            "in version 1 of t(id=1) the row is there for T1 (1-0), and not there for T2 (0-0)");
    }

    @Test
    void deletedVersionIsScanned() {
        history.txn().delete(X, 1);
        history.txn().add(HistoryOperation.SCANNED, X, 1);
        assertFound(AnomalyKind.EXISTENCE);
    }

    @Test
    void rowIsInsertedOverOneThatIsThere() {
        history.txn().insert(X, 1);
        history.txn().insert(X, 2);
        assertFound(AnomalyKind.EXISTENCE);
    }

    @Test
    void deletedRowIsUpdatedDeletedAndReplaced() {
        history.txn().delete(X, 1);
        history.txn().write(X, 2);
        history.txn().delete(Y, 1);
        history.txn().delete(Y, 2);
        history.txn().delete(Y + 1, 1);
        history.txn().replace(Y + 1, 2);
        assertThat(assertFound(AnomalyKind.EXISTENCE).count()).isEqualTo(3);
    }

    @Test
    void loadedRowIsInserted() {
        history.txn().read(X, 0);
        history.txn().insert(X, 1);
        assertFound(AnomalyKind.EXISTENCE);
    }

    @Test
    void rowThatWasNeverThereIsUpdated() {
        history.txn().missing(X, 0);
        history.txn().write(X, 1);
        assertFound(AnomalyKind.EXISTENCE);
    }

    @Test
    void rowThatNobodyWritesIsThereForOneAndNotForAnother() {
        history.txn().read(X, 0);
        history.txn().missing(X, 0);
        assertThat(assertFound(AnomalyKind.EXISTENCE).words()).containsExactly(
            "in version 0 of t(id=1) the row is there for T1 (0-0), and not there for T2 (1-0)");
    }

    @Test
    void oneTransactionFindsARowAndFindsThatThereIsNone() {
        history.txn().read(X, 0).missing(X, 0);
        assertThat(assertFound(AnomalyKind.EXISTENCE).words()).containsExactly(
            "T1 (0-0) found the row in version 0 of t(id=1), and also that there is none");
    }

    @Test
    void existenceIsJudgedHoweverTheKeysAreParted() {
        for (int key = 0; key < 300; key++) {
            history.txn().missing(key, 0).insert(key, 1);
            history.txn().read(key, 1).delete(key, 2);
        }
        assertThat(history.check(1).serializable()).isTrue();
        history.txn().read(299, 2);
        assertThat(history.check(1).anomalies()).extracting(Anomaly::kind).containsExactly(AnomalyKind.EXISTENCE);
    }

    @Test
    void rowsThatComeAndGoAreNoContradiction() {
        history.txn().read(X, 0).delete(X, 1);
        history.txn().missing(X, 1);
        history.txn().missing(X, 1).insert(X, 2);
        history.txn().read(X, 2).replace(X, 3);
        history.txn().read(X, 3).write(X, 4);
        history.txn().missing(Y, 0).insert(Y, 1);
        history.txn().scan(PREFIX, 0).change(PREFIX, 1);
        assertThat(history.check().anomalies()).isEmpty();
    }

    // What callers were told although their calls were aborted

    @Test
    void abortedTransactionsReadsAreJudged() {
        history.txn().write(X, 1).write(Y, 1);
        history.txn().read(X, 0).read(Y, 1).ends(HistoryOutcome.ABORTED);
        assertFound(AnomalyKind.G_SINGLE);
    }

    @Test
    void abortedTransactionReadsWhatAnAbortedOneWrote() {
        history.txn().write(X, 1).ends(HistoryOutcome.ABORTED);
        history.txn().read(X, 1).ends(HistoryOutcome.ABORTED);
        assertFound(AnomalyKind.G1A);
    }

    @Test
    void abortedTransactionReadsWhatNobodyWrote() {
        history.txn().read(X, 5).ends(HistoryOutcome.ABORTED);
        assertFound(AnomalyKind.UNWRITTEN);
    }

    @Test
    void abortedTransactionReadsAnIntermediateVersion() {
        history.txn().write(X, 1).write(X, 2);
        history.txn().read(X, 1).ends(HistoryOutcome.ABORTED);
        assertThat(history.check().anomalies()).extracting(Anomaly::kind).contains(AnomalyKind.G1B);
    }

    @Test
    void abortedTransactionMissesWhatWasAnsweredBeforeItBegan() {
        history.txn(0, 10).write(X, 1);
        history.txn(20, 30).read(X, 0).ends(HistoryOutcome.ABORTED);
        assertFound(AnomalyKind.REAL_TIME);
    }

    @Test
    void abortedTransactionFindsADeletedRow() {
        history.txn().delete(X, 1);
        history.txn().read(X, 1).ends(HistoryOutcome.ABORTED);
        assertFound(AnomalyKind.EXISTENCE);
    }

    @Test
    void unknownTransactionCountsOnceAnAbortedOneHasSeenIt() {
        history.txn(0, 10).write(X, 1).write(Y, 1).ends(HistoryOutcome.UNKNOWN);
        history.txn(20, 30).read(X, 1).ends(HistoryOutcome.ABORTED);
        assertThat(history.check().serializable()).isTrue();
        history.txn(40, 50).read(Y, 0);
        assertFound(AnomalyKind.REAL_TIME);
    }

    @Test
    void abortedTransactionsWritesAreOfNoConsequence() {
        history.txn().write(X, 1).read(Y, 0).ends(HistoryOutcome.ABORTED);
        history.txn().read(X, 0).write(X, 1);
        history.txn().read(X, 1).write(Y, 1);
        assertThat(history.check().anomalies()).isEmpty();
    }

    // Numbers

    @Test
    void versionZeroIsWritten() {
        history.txn().write(X, 0);
        assertThat(assertFound(AnomalyKind.UNWRITTEN).words()).containsExactly(
            "T1 (0-0) wrote version 0 of t(id=1), which is what was there before the history");
    }

    @Test
    void changeZeroOfAPrefixIsWritten() {
        history.txn().change(PREFIX, 0);
        assertFound(AnomalyKind.UNWRITTEN);
    }

    @Test
    void versionsBeginAtSeven() {
        history.txn().write(X, 7);
        history.txn().read(X, 7).write(X, 8);
        assertFound(AnomalyKind.UNWRITTEN);
    }

    @Test
    void changesOfAPrefixBeginAtSeven() {
        history.txn().change(PREFIX, 7);
        history.txn().scan(PREFIX, 7);
        assertFound(AnomalyKind.UNWRITTEN);
    }

    @Test
    void oneTransactionWritesOneVersionTwice() {
        history.txn().write(X, 1).write(X, 1);
        assertThat(assertFound(AnomalyKind.G0).words()).containsExactly(
            "T1 (0-0) wrote version 1 of t(id=1) twice");
    }

    private Anomaly assertFound(AnomalyKind kind) {
        final Verdict verdict = history.check();
        assertThat(verdict.anomalies()).extracting(Anomaly::kind).containsExactly(kind);
        return verdict.anomalies().getFirst();
    }
}
