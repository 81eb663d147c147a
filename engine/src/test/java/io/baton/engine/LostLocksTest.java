package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.procedure.AbortReason;
import io.baton.lock.JoinedLockTable;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import io.baton.storage.Row;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lock that is lost is an outcome of its own, wherever a call learns of it, and never a success or a deadline. */
@Timeout(60)
class LostLocksTest {

    private static final long NEW = 77;
    private static final long AT_ONCE = 0;
    private static final int ACCOUNTS = 20;

    private LosingLocks locks;
    private Engine engine;
    private Procedure<Long> planned;
    private Procedure<Object> work;

    @BeforeEach
    void open() {
        final EngineBuilder builder = Bank.builder();
        locks = new LosingLocks(new EmbeddedLocks(builder));
        engine = builder.lockTable(locks).open();
        Bank.load(engine, 10, 100);
        planned = engine.register(new Bank.PlannedTransfer(), Long.class);
        work = engine.register(new Bank.Do(), Object.class);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** Locks in order and out of order, one to be upgraded, and those of index prefixes, which the commit gets. */
    private static Object write(Transaction t) {
        final long read = t.read(Bank.ACCOUNT, 5).get(Bank.BALANCE);
        for (int id = 1; id < 6; id++) {
            t.update(Bank.ACCOUNT, id).set(Bank.BALANCE, 1);
        }
        t.delete(Bank.ACCOUNT, 6);
        t.insert(Bank.ACCOUNT, NEW).set(Bank.BRANCH, 50).set(Bank.NAME, "new");
        return read;
    }

    private String contents() {
        return (String) engine.call(work, (Bank.Work) t -> {
            final StringBuilder text = new StringBuilder();
            for (int branch = 0; branch <= 50; branch++) {
                final Scan scan = t.scan(Bank.BY_BRANCH).equal(branch);
                while (scan.next()) {
                    text.append(scan.row().get(Bank.ID)).append(':').append(scan.row().get(Bank.BALANCE)).append(' ');
                }
            }
            return text.toString();
        });
    }

    private static void assertLost(Outcome<?> outcome, String how) {
        assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedBySystem.class, aborted -> {
            assertThat(aborted.reason()).isEqualTo(AbortReason.LOCK_LOST);
            assertThat(aborted.message()).startsWith("procedure ").contains(how);
        });
    }

    private static String sentence(LockOutcome how) {
        return how == LockOutcome.LOST ? "lost its locks, because the session with their lock server is over"
            : "lost a lock, because the lock server has reset it";
    }

    @Test
    void callersOfOtherLanguagesKnowItAndMayTryAgain() {
        assertThat(AbortReason.LOCK_LOST.sqlState()).isEqualTo("40000");
        assertThat(AbortReason.LOCK_LOST.retryable()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(value = LockOutcome.class, names = {"LOST", "RESET"})
    void lossAtAnyRequestOfACallWritesNothing(LockOutcome how) {
        final String before = contents();
        int request = 0;
        while (true) {
            locks.loseAt(request, how, AT_ONCE);
            locks.requests = 0;
            final Outcome<Object> outcome = engine.execute(work, (Bank.Work) LostLocksTest::write);
            if (locks.requests <= request) {
                assertThat(outcome).isEqualTo(new Outcome.Committed<>(100L));
                break;
            }
            assertLost(outcome, sentence(how));
            locks.loseAt(-1, how, AT_ONCE);
            assertThat(contents()).as("request %d", request).isEqualTo(before);
            assertThat(locks.busySlots()).isZero();
            request++;
        }
        locks.loseAt(-1, how, AT_ONCE);
        assertThat(request).as("requests for 8 rows and 2 prefixes").isGreaterThanOrEqualTo(10);
        assertThat(contents()).isNotEqualTo(before).contains(NEW + ":");
    }

    @ParameterizedTest
    @EnumSource(value = LockOutcome.class, names = {"LOST", "RESET"})
    void lossOfAPlannedLockIsToldByAnExceptionWithItsReason(LockOutcome how) {
        final String before = contents();
        for (int request = 0; request < 2; request++) {
            locks.loseAt(request, how, AT_ONCE);
            assertThatExceptionOfType(SystemAbortedException.class)
                .isThrownBy(() -> engine.call(planned, 1L, 2L, 30L)).withMessageContaining(sentence(how))
                .satisfies(thrown -> assertThat(thrown.reason()).isEqualTo(AbortReason.LOCK_LOST));
            assertThat(contents()).isEqualTo(before);
        }
        assertThat(engine.call(planned, 1L, 2L, 30L)).isEqualTo(70);
    }

    @ParameterizedTest
    @EnumSource(value = LockOutcome.class, names = {"LOST", "RESET"})
    void lossThatIsLearntBehindTheDeadlineIsNoDeadline(LockOutcome how) {
        final Procedure<Object> quick = work.within(Duration.ofMillis(20));
        locks.loseAt(1, how, 60);
        assertLost(engine.execute(quick, (Bank.Work) LostLocksTest::write), sentence(how));
    }

    @Test
    void clientWhoseSessionIsOverIsNotUsedAgain() {
        final Session session = engine.session();
        locks.loseAt(0, LockOutcome.LOST, AT_ONCE);
        assertLost(session.execute(planned, 1L, 2L, 30L), sentence(LockOutcome.LOST));
        assertThat(session.execute(planned, 1L, 2L, 30L)).isEqualTo(new Outcome.Committed<>(70L));
        session.close();
    }

    @Test
    void procedureThatCatchesItDoesNotGoOn() {
        final String before = contents();
        locks.loseAt(1, LockOutcome.LOST, AT_ONCE);
        assertLost(engine.execute(work, (Bank.Work) t -> {
            t.update(Bank.ACCOUNT, 1).set(Bank.BALANCE, 1);
            try {
                return t.update(Bank.ACCOUNT, 2).get(Bank.BALANCE);
            } catch (RuntimeException swallowed) {
                return "went on";
            }
        }), sentence(LockOutcome.LOST));
        assertThat(contents()).isEqualTo(before);
    }

    // What the release tells

    @ParameterizedTest
    @EnumSource(value = LockOutcome.class, names = {"LOST", "RESET"})
    void whatWasReadUnderALostLockIsNotAnswered(LockOutcome how) {
        locks.loseBeforeRelease(how);
        assertLost(engine.execute(work, (Bank.Work) t -> t.read(Bank.ACCOUNT, 1).get(Bank.BALANCE)), sentence(how));
        locks.loseBeforeRelease(how);
        assertLost(engine.execute(work, (Bank.Work) t -> {
            t.update(Bank.ACCOUNT, 1).set(Bank.BALANCE, 1);
            throw t.abort("gave up for what it had read");
        }), sentence(how));
        assertThat(engine.execute(work, (Bank.Work) t -> t.read(Bank.ACCOUNT, 1).get(Bank.BALANCE)))
            .isEqualTo(new Outcome.Committed<>(100L));
    }

    @ParameterizedTest
    @EnumSource(value = LockOutcome.class, names = {"LOST", "RESET"})
    void whatWasWrittenUnderALostLockIsUnknownAndStopsTheEngine(LockOutcome how) {
        locks.loseBeforeRelease(how);
        final Outcome<Object> outcome = engine.execute(work, (Bank.Work) LostLocksTest::write);
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
            unknown -> assertThat(unknown.message()).contains("was committed, but " + sentence(how)));
        assertThatExceptionOfType(EngineStoppedException.class)
            .isThrownBy(() -> engine.call(planned, 1L, 2L, 30L)).withMessageContaining(sentence(how));
    }

    @Test
    void callThatEndsForAnotherReasonKeepsIt() {
        locks.loseBeforeRelease(LockOutcome.RESET);
        assertThat(engine.execute(work.within(Duration.ofMillis(5)), (Bank.Work) t -> {
            t.update(Bank.ACCOUNT, 1).set(Bank.BALANCE, 1);
            Thread.sleep(20);
            return t.update(Bank.ACCOUNT, 2).get(Bank.BALANCE);
        })).isInstanceOfSatisfying(Outcome.AbortedBySystem.class,
            aborted -> assertThat(aborted.reason()).isEqualTo(AbortReason.TIMEOUT));
    }

    // Several lock tables

    @ParameterizedTest
    @EnumSource(value = LockOutcome.class, names = {"LOST", "RESET"})
    void lossAtOneTableEndsTheCallAndFreesTheOthers(LockOutcome how) {
        final EngineBuilder builder = Bank.builder().lockSlots(1 << 10);
        final LosingLocks losing = new LosingLocks(new EmbeddedLocks(builder));
        final LockTable locks = JoinedLockTable.open(3, i -> i == 1 ? losing : new EmbeddedLocks(builder).table());
        try (Engine engine = builder.lockTable(locks).open()) {
            Bank.load(engine, ACCOUNTS, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            int request = 0;
            while (true) {
                losing.loseAt(request, how, 0);
                losing.requests = 0;
                final Outcome<Object> outcome = engine.execute(work, (Bank.Work) LostLocksTest::all);
                if (losing.requests <= request) {
                    assertThat(outcome).isEqualTo(new Outcome.Committed<>(ACCOUNTS * 100L));
                    break;
                }
                assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedBySystem.class,
                    aborted -> assertThat(aborted.reason()).isEqualTo(AbortReason.LOCK_LOST));
                assertThat(locks.busySlots()).as("locks of all tables").isZero();
                request++;
            }
            losing.loseAt(-1, how, 0);
            assertThat(request).as("requests at one of three tables").isBetween(2, ACCOUNTS);
            losing.loseBeforeRelease(how);
            assertThat(engine.execute(work, (Bank.Work) LostLocksTest::all))
                .isInstanceOf(Outcome.Unknown.class);
            assertThat(locks.busySlots()).isZero();
        }
    }

    /** Reads and changes every account: some are in each table. */
    private static long all(Transaction t) {
        long sum = 0;
        for (int id = 0; id < ACCOUNTS; id++) {
            final Row row = t.update(Bank.ACCOUNT, id);
            sum += row.get(Bank.BALANCE);
            row.set(Bank.BALANCE, row.get(Bank.BALANCE) + 1);
        }
        return sum;
    }
}
