package io.baton.trial;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Route;
import io.baton.lock.FencingToken;
import io.baton.lock.LockMode;
import io.baton.lock.shiftlock.LockInspector;
import org.junit.jupiter.api.Test;

/** What the judge of queues lets pass, and what not. Entries are written down by hand. */
final class QueueJudgeTest {

    private static final int THRESHOLD = 2;
    private static final long A = 1;
    private static final long B = 2;
    private static final long C = 3;
    /** Another client of A's process, and the agent that keeps locks for it. */
    private static final long A2 = Route.of(1, 1);
    private static final long AGENT = Route.of(1, 2);

    private final QueueJudge judge = new QueueJudge(1, THRESHOLD, 1, route -> null, route -> route == AGENT);
    private LockInspector.Entry entry = new LockInspector.Entry(0, 0, 0, Route.NONE, 0, 0);

    private void becomes(long route, int epoch, int readers, long tail) {
        final LockInspector.Entry after = new LockInspector.Entry(0, epoch, readers, tail, entry.generation(), 0);
        final LockInspector.Entry before = entry;
        entry = after;
        judge.changed(route, before, after);
    }

    private void writes(long route) {
        judge.granted(0, route, LockMode.EXCLUSIVE, new FencingToken(1, entry.generation(), 0, 1, 0));
    }

    private void writesAgain(long route, int turn) {
        judge.granted(0, route, LockMode.EXCLUSIVE, new FencingToken(1, entry.generation(), 0, turn, 0));
    }

    private void writesHere(long route, long grant) {
        judge.granted(0, route, LockMode.EXCLUSIVE, new FencingToken(1, entry.generation(), 0, 1, grant));
    }

    private void reads(long route) {
        judge.granted(0, route, LockMode.SHARED, new FencingToken(1, entry.generation(), 0, 0, 0));
    }

    @Test
    void writersInOrderPass() {
        becomes(A, 0, 0, A);
        becomes(B, 0, 0, B);
        assertThatCode(() -> {
            writes(A);
            writes(B);
        }).doesNotThrowAnyException();
    }

    @Test
    void aWriterThatWasPassedOverMustNotGetTheLock() {
        becomes(A, 0, 0, A);
        becomes(B, 0, 0, B);
        writes(B);
        assertThatThrownBy(() -> writes(A)).isInstanceOf(BrokenPromise.class).hasMessageContaining("behind it");
    }

    @Test
    void aWriterThatHasQueuedAnewIsBehindTheOthers() {
        becomes(A, 0, 0, A);
        becomes(B, 0, 0, B);
        becomes(A, 0, 0, A);
        assertThatCode(() -> {
            writes(B);
            writes(A);
        }).doesNotThrowAnyException();
    }

    @Test
    void aProcessHasWhatItKeepsUntilItsAgentIsNoMoreInTheTail() {
        becomes(A, 0, 0, A);
        writes(A);
        becomes(A, 0, 0, AGENT);
        assertThatCode(() -> writesHere(A2, 1)).doesNotThrowAnyException();
        becomes(AGENT, 0, 0, Route.NONE);
        assertThatThrownBy(() -> writesHere(A2, 2))
            .isInstanceOf(BrokenPromise.class).hasMessageContaining("does not keep it");
    }

    @Test
    void aProcessThatHasLetReadersInHasTheLockNoMore() {
        becomes(A, 0, 0, A);
        writes(A);
        becomes(A, 0, 0, AGENT);
        becomes(B, 0, 1, AGENT);
        becomes(C, 0, 1, C);
        becomes(AGENT, 1, 1, C);
        becomes(B, 1, 0, C);
        assertThatThrownBy(() -> writesHere(A, 1))
            .isInstanceOf(BrokenPromise.class).hasMessageContaining("does not keep it");
    }

    /** One client has put another one of its process in its place: that is a turn passed on, and nothing kept. */
    @Test
    void aTurnThatIsPassedOnIsNoKeptLock() {
        becomes(A, 0, 0, A);
        writes(A);
        becomes(A, 0, 0, A2);
        assertThatThrownBy(() -> writesHere(A, 1))
            .isInstanceOf(BrokenPromise.class).hasMessageContaining("does not keep it");
        assertThatCode(() -> writesAgain(A2, 2)).doesNotThrowAnyException();
    }

    @Test
    void aResetForgetsTheQueue() {
        becomes(A, 0, 0, A);
        final LockInspector.Entry before = entry;
        entry = new LockInspector.Entry(0, 0, 0, Route.NONE, 1, 0);
        judge.changed(C, before, entry);
        assertThatThrownBy(() -> writes(A)).isInstanceOf(BrokenPromise.class).hasMessageContaining("without a place");
        becomes(B, 0, 0, B);
        assertThatCode(() -> writes(B)).doesNotThrowAnyException();
    }

    @Test
    void everyReaderThatWaitsAtAFlipIsLetInAndLeavesBeforeTheNextWriter() {
        becomes(A, 0, 0, A);
        becomes(B, 0, 1, A);
        assertThatThrownBy(() -> reads(B)).isInstanceOf(BrokenPromise.class).hasMessageContaining("no flip");
        becomes(A, 1, 1, Route.NONE);
        becomes(C, 1, 1, C);
        assertThatThrownBy(() -> writes(C)).isInstanceOf(BrokenPromise.class)
            .hasMessageContaining("before 2:0 has left");
        reads(B);
        becomes(B, 1, 0, C);
        assertThatCode(() -> writes(C)).doesNotThrowAnyException();
    }

    @Test
    void aSecondFlipWaitsUntilThoseOfTheFirstHaveLeft() {
        becomes(A, 0, 0, A);
        becomes(B, 0, 1, A);
        becomes(A, 1, 1, Route.NONE);
        becomes(C, 1, 1, C);
        assertThatThrownBy(() -> becomes(C, 0, 1, Route.NONE))
            .isInstanceOf(BrokenPromise.class).hasMessageContaining("flipped");
    }

    @Test
    void aReaderIsPassedByNoMoreWritersThanTheThreshold() {
        becomes(A, 0, 0, A);
        becomes(C, 0, 1, A);
        writes(A);
        becomes(B, 0, 1, B);
        writes(B);
        becomes(A, 0, 1, A);
        assertThatThrownBy(() -> writes(A)).isInstanceOf(BrokenPromise.class)
            .hasMessageContaining("more than 2 writers");
    }

    @Test
    void whoWasNotCountedMustNotLeave() {
        becomes(A, 0, 1, Route.NONE);
        assertThatThrownBy(() -> becomes(B, 0, 0, Route.NONE))
            .isInstanceOf(BrokenPromise.class).hasMessageContaining("not counted");
    }

    @Test
    void aRouteThatWasCountedTwiceMayLeaveTwice() {
        becomes(A, 0, 1, Route.NONE);
        becomes(A, 0, 2, Route.NONE);
        becomes(A, 0, 1, Route.NONE);
        assertThatThrownBy(() -> becomes(B, 1, 1, Route.NONE))
            .as("the other one still reads").isInstanceOf(BrokenPromise.class).hasMessageContaining("has left");
    }

    @Test
    void aRouteThatWasCountedTwiceMustNotLeaveThreeTimes() {
        becomes(A, 0, 1, Route.NONE);
        becomes(A, 0, 2, Route.NONE);
        becomes(A, 0, 1, Route.NONE);
        becomes(A, 0, 0, Route.NONE);
        becomes(B, 0, 1, Route.NONE);
        assertThatThrownBy(() -> becomes(A, 0, 0, Route.NONE))
            .isInstanceOf(BrokenPromise.class).hasMessageContaining("not counted");
    }

    @Test
    void aRouteThatWaitsTwiceIsLetInTwice() {
        becomes(B, 0, 0, B);
        becomes(A, 0, 1, B);
        becomes(A, 0, 2, B);
        becomes(B, 1, 2, Route.NONE);
        becomes(A, 1, 1, Route.NONE);
        becomes(A, 1, 0, Route.NONE);
        assertThatThrownBy(() -> becomes(A, 1, -1, Route.NONE))
            .isInstanceOf(BrokenPromise.class).hasMessageContaining("not counted");
    }
}
