package io.baton.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.FencingToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The judge sees what is wrong with critical sections, and accuses nobody else. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class JudgeTest {

    private static final long KEY = TortureLayout.key(1, 7);
    private static final int NODE = 3;
    private static final int OTHER_NODE = 4;

    private final SessionLog sessions = new SessionLog();
    private final Judge judge = new Judge(sessions);
    private Witness witness;
    private WitnessReader reader;

    @BeforeEach
    void begin(@TempDir Path folder) throws IOException {
        witness = Witness.map(folder.resolve("witness"));
        reader = new WitnessReader(witness);
        sessions.joined(1, NODE, 1);
        sessions.joined(1, OTHER_NODE, 2);
    }

    /** A section as its client leaves it in the witness: node 3 is process 0, node 4 is process 1. */
    private void section(int node, boolean exclusive, FencingToken token, long asked, long entered, long left,
            long value, long write, long writeBegun) {
        final int block = Witness.block(node - NODE, 0);
        final long number = witness.get(block + Witness.BEGUN);
        final int at = Witness.record(block, number);
        witness.put(at + Witness.ENTERED, entered);
        witness.put(at + Witness.ASKED, asked);
        witness.put(at + Witness.LEFT, left);
        witness.put(at + Witness.LOCK, KEY);
        witness.put(at + Witness.MODE, exclusive ? 1 : 0);
        witness.put(at + Witness.INCARNATION, token.incarnation());
        witness.put(at + Witness.NODE, node);
        witness.put(at + Witness.JOINED, 5);
        witness.put(at + Witness.GENERATION, token.generation());
        witness.put(at + Witness.RELEASES, token.releases());
        witness.put(at + Witness.TURN, token.turn());
        witness.put(at + Witness.VALUE, value);
        witness.put(at + Witness.WRITE, write);
        witness.put(at + Witness.WRITE_BEGUN, writeBegun);
        witness.put(at + Witness.CHANGED, 0);
        witness.put(at + Witness.READ_BEGUN, value == Witness.NOT_READ ? 0 : entered);
        witness.put(at + Witness.VALID_ENTERED, 0);
        witness.put(at + Witness.TOLD, left == 0 ? 0 : Witness.TOLD_LOST);
        witness.publish(block + Witness.BEGUN, number + 1);
    }

    private void writer(int node, int generation, int turn, long entered, long left, long value) {
        section(node, true, new FencingToken(1, generation, 0, turn, 0), entered - 1, entered, left, value,
            Witness.WRITE_ANSWERED, left - 1);
    }

    private void reader(int node, int generation, long entered, long left, long value) {
        section(node, false, new FencingToken(1, generation, 0, 0, 0), entered - 1, entered, left, value,
            Witness.NO_WRITE, 0);
    }

    private void judged() {
        reader.read(judge::entered);
        judge.judgeRest();
    }

    private void assertGood() {
        judged();
        assertThat(judge.texts()).isEmpty();
        assertThat(judge.violations()).isZero();
        assertThat(judge.lostIncrements()).isZero();
    }

    private void assertViolation(String text) {
        judged();
        assertThat(judge.violations()).isPositive();
        assertThat(judge.texts()).anyMatch(each -> each.contains(text) && each.contains("lock 7 of server 1"));
    }

    @Test
    void oneAfterTheOtherIsRight() {
        writer(NODE, 0, 1, 10, 20, 0);
        writer(OTHER_NODE, 0, 2, 21, 30, 1);
        assertGood();
        assertThat(judge.sections()).isEqualTo(2);
    }

    @Test
    void readersTogetherAreRight() {
        reader(NODE, 0, 10, 30, 0);
        reader(OTHER_NODE, 0, 20, 40, 0);
        assertGood();
    }

    @Test
    void twoWritersAtOnceAreAViolation() {
        writer(NODE, 0, 1, 10, 20, 0);
        writer(OTHER_NODE, 0, 2, 19, 30, 1);
        assertViolation("two hold it");
    }

    @Test
    void aWriterBesideAReaderIsAViolation() {
        reader(NODE, 0, 10, 20, 0);
        writer(OTHER_NODE, 0, 2, 15, 18, 0);
        assertViolation("two hold it");
    }

    @Test
    void aReaderBesideAWriterIsAViolation() {
        writer(NODE, 0, 1, 10, 20, 0);
        reader(OTHER_NODE, 1, 15, 30, 0);
        assertViolation("two hold it");
    }

    @Test
    void whoIsFencedHoldsNothingAnyMore() {
        writer(NODE, 0, 1, 10, 12, 0);
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 13, 14, 50, 1, Witness.WRITE_SENT, 45);
        sessions.fenced(1, NODE, 20);
        writer(OTHER_NODE, 1, 1, 21, 30, 1);
        assertGood();
        assertThat(judge.refused()).isEqualTo(1);
    }

    @Test
    void theNextHolderBeforeTheFenceIsAViolation() {
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 9, 10, 50, 0, Witness.NO_WRITE, 0);
        sessions.fenced(1, NODE, 25);
        writer(OTHER_NODE, 1, 1, 21, 30, 0);
        assertViolation("two hold it");
    }

    @Test
    void aWriteThatIsServedAfterTheFenceIsAViolation() {
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 9, 10, 50, 0, Witness.WRITE_ANSWERED, 45);
        sessions.fenced(1, NODE, 20);
        assertViolation("a write was served after the fence");
    }

    @Test
    void aReadThatIsServedAfterTheFenceIsAViolation() {
        sessions.fenced(1, NODE, 20);
        reader(NODE, 0, 30, 40, 0);
        assertViolation("a read was served after the fence");
    }

    @Test
    void aSecondReadThatIsServedAfterTheFenceIsAViolation() {
        reader(NODE, 0, 10, 40, 0);
        sessions.fenced(1, NODE, 20);
        witness.put(Witness.record(Witness.block(0, 0), 0) + Witness.READ_BEGUN, 30);
        assertViolation("a read was served after the fence");
    }

    /** A section that was left at 30, after the fence at 20, and was told to have been held until then. */
    private void toldHeld(long validUntil) {
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 9, 10, 30, Witness.NOT_READ, Witness.NO_WRITE, 0);
        final int at = Witness.record(Witness.block(0, 0), 0);
        witness.put(at + Witness.VALID_RELEASED, validUntil);
        witness.put(at + Witness.TOLD, Witness.TOLD_HELD);
        sessions.fenced(1, NODE, 20);
    }

    @Test
    void aReleaseThatSaysHeldAfterTheEndOfTheSessionIsAViolation() {
        toldHeld(30);
        assertViolation("said to be held until its release after the fence");
    }

    @Test
    void aReleaseBeforeTheNewsOfAnEarlyFenceIsCounted() {
        toldHeld(31);
        assertGood();
        assertThat(judge.beforeNews()).isEqualTo(1);
    }

    @Test
    void aReleaseThatTellsOfTheLossIsRight() {
        toldHeld(30);
        witness.put(Witness.record(Witness.block(0, 0), 0) + Witness.TOLD, Witness.TOLD_LOST);
        assertGood();
        assertThat(judge.beforeNews()).isZero();
    }

    @Test
    void aGrantAfterTheEndOfTheSessionIsAViolation() {
        sessions.fenced(1, NODE, 20);
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 25, 26, 0, Witness.NOT_READ, Witness.NO_WRITE, 0);
        assertViolation("granted after the fence");
    }

    @Test
    void aGrantBeforeTheNewsOfAnEarlyFenceIsCounted() {
        sessions.fenced(1, NODE, 20);
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 25, 26, 0, Witness.NOT_READ, Witness.NO_WRITE, 0);
        witness.put(Witness.record(Witness.block(0, 0), 0) + Witness.VALID_ENTERED, 26);
        assertGood();
        assertThat(judge.beforeNews()).isEqualTo(1);
    }

    @Test
    void whoIsKilledAsItReleasesIsNoHolder() {
        section(NODE, true, new FencingToken(1, 0, 0, 1, 0), 9, 10, 12, 0, Witness.NO_WRITE, 0);
        witness.put(Witness.record(Witness.block(0, 0), 0) + Witness.TOLD, 0);
        reader.read(judge::entered);
        judge.died(0, 15, reader.die(0));
        writer(OTHER_NODE, 0, 2, 18, 30, 0);
        sessions.fenced(1, NODE, 20);
        assertGood();
    }

    @Test
    void whatIsBeingReleasedIsNotJudgedYet() {
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 9, 10, 12, 0, Witness.NO_WRITE, 0);
        witness.put(Witness.record(Witness.block(0, 0), 0) + Witness.TOLD, 0);
        reader.read(judge::entered);
        judge.judgeUpTo(1_000);
        assertThat(judge.sections()).isZero();
    }

    @Test
    void aReadThatWasBegunBeforeTheFenceIsRight() {
        reader(NODE, 0, 10, 40, 0);
        witness.put(Witness.record(Witness.block(0, 0), 0) + Witness.READ_BEGUN, 19);
        sessions.fenced(1, NODE, 20);
        assertGood();
    }

    @Test
    void aFenceOfAnEarlierSessionIsNotThatOfThisOne() {
        sessions.fenced(1, NODE, 3);
        sessions.joined(1, NODE, 4);
        writer(NODE, 0, 1, 10, 20, 0);
        assertGood();
    }

    @Test
    void aTokenThatGoesBackIsAViolation() {
        writer(NODE, 1, 1, 10, 20, 0);
        writer(OTHER_NODE, 0, 2, 21, 30, 1);
        assertViolation("a token that is not greater");
    }

    @Test
    void aTokenThatComesTwiceIsAViolation() {
        writer(NODE, 1, 1, 10, 20, 0);
        writer(OTHER_NODE, 1, 1, 21, 30, 1);
        assertViolation("a token that comes twice");
    }

    @Test
    void aValueThatComesTwiceIsALostIncrement() {
        writer(NODE, 0, 1, 10, 20, 0);
        writer(OTHER_NODE, 0, 2, 21, 30, 0);
        judged();
        assertThat(judge.lostIncrements()).isEqualTo(1);
        assertThat(judge.violations()).isZero();
    }

    @Test
    void aWriteWithoutAnAnswerMayHaveTakenEffectOrNot() {
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 9, 10, 12, 0, Witness.WRITE_SENT, 11);
        writer(NODE, 0, 3, 20, 30, 1);
        section(NODE, true, new FencingToken(1, 0, 3, 1, 0), 31, 32, 34, 2, Witness.WRITE_SENT, 33);
        writer(NODE, 0, 5, 40, 50, 2);
        judged();
        assertThat(judge.lostIncrements()).as(judge.texts().toString()).isZero();
    }

    @Test
    void aLifeOfTheServerBeginsWithNothing() {
        writer(NODE, 5, 1, 10, 20, 0);
        sessions.ended(1, 25);
        sessions.joined(2, NODE, 3);
        section(NODE, true, new FencingToken(2, 0, 0, 1, 0), 30, 31, 40, 0, Witness.WRITE_ANSWERED, 35);
        assertGood();
    }

    @Test
    void aDeadHolderIsInTheWayUntilTheNextGeneration() {
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 9, 10, 0, 0, Witness.NO_WRITE, 0);
        reader.read(judge::entered);
        judge.died(0, 15, reader.die(0));
        sessions.fenced(1, NODE, 20);
        section(OTHER_NODE, true, new FencingToken(1, 1, 0, 1, 0), 12, 45, 50, 0, Witness.WRITE_ANSWERED, 46);
        assertGood();
        assertThat(judge.recoveryNanos()).isEqualTo(List.of(30L));
    }

    @Test
    void whoDiesInsideHoldsUntilTheFence() {
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 9, 10, 0, 0, Witness.NO_WRITE, 0);
        reader.read(judge::entered);
        judge.died(0, 15, reader.die(0));
        writer(OTHER_NODE, 1, 1, 18, 30, 0);
        sessions.fenced(1, NODE, 20);
        assertViolation("two hold it");
    }

    @Test
    void whatIsOpenIsNotJudgedYet() {
        section(NODE, true, new FencingToken(1, 0, 1, 1, 0), 9, 10, 0, 0, Witness.NO_WRITE, 0);
        writer(OTHER_NODE, 0, 2, 21, 30, 0);
        reader.read(judge::entered);
        judge.judgeUpTo(1_000);
        assertThat(judge.sections()).isZero();
    }

    @Test
    void aClientThatWaitsIsSeen() {
        final int block = Witness.block(1, 2);
        witness.put(block + Witness.WAITING_FOR, KEY);
        witness.publish(block + Witness.WAITING_SINCE, 100);
        final long[] always = {0, 0};
        assertThat(reader.longestWait(1, 0, always, 500)).isEqualTo(400);
        assertThat(reader.longestWait(1, 450, always, 500)).as("since it was continued").isEqualTo(50);
        assertThat(reader.longestWait(1, 0, new long[] {450, 0}, 500)).as("the other server").isEqualTo(400);
        assertThat(reader.longestWait(1, 0, new long[] {0, 470}, 500)).as("a new server").isEqualTo(30);
        assertThat(reader.longestWait(0, 0, always, 500)).isZero();
        assertThat(reader.die(1)).containsExactly(KEY);
    }
}
