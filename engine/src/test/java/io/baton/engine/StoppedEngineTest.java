package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.EngineTable;
import io.baton.engine.transaction.Tables;
import io.baton.lock.LockCounter;
import io.baton.lock.LockNames;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing is committed once the engine has stopped. */
@Timeout(60)
class StoppedEngineTest {

    private static final int ACCOUNTS = 10;
    private static final long EMPTY_BRANCH = 77;

    @Test
    void commitThatWaitsForAnIndexPrefixWhileTheEngineStopsIsNotApplied() throws InterruptedException {
        try (Engine engine = Bank.builder().callTimeout(Duration.ofSeconds(20)).open()) {
            Bank.load(engine, ACCOUNTS, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final AtomicReference<Object> saw = new AtomicReference<>();
            final List<Thread> writers = new ArrayList<>();
            final Outcome<Object> outcome = engine.execute(work, (Bank.Work) t -> {
                // Holds the branch's prefix, for which the writer's commit waits.
                assertThat(t.scan(Bank.BY_BRANCH).equal(EMPTY_BRANCH).next()).isFalse();
                final long id = idBeforeItsPrefix(((TransactionHandle) t).participant().workspace.tables());
                final long waits = engine.lockStatistics().get(LockCounter.WAITS);
                writers.add(Thread.ofPlatform().start(() -> saw.set(engine.execute(work,
                    (Bank.Work) u -> u.insert(Bank.ACCOUNT, id).set(Bank.BRANCH, EMPTY_BRANCH).address()))));
                while (engine.lockStatistics().get(LockCounter.WAITS) == waits) {
                    Thread.sleep(1);
                }
                engine.config().state().stop(new Error("planted"));
                return 0;
            });
            writers.getFirst().join();
            assertStopped(outcome);
            assertStopped(Objects.requireNonNull(saw.get()));
            assertThat(engine.rows(Bank.ACCOUNT)).isEqualTo(ACCOUNTS);
        }
    }

    private static void assertStopped(Object outcome) {
        assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedBySystem.class,
            aborted -> assertThat(aborted.reason()).isEqualTo(AbortReason.STOPPED));
    }

    /** A new account whose row's lock comes before its branch's, so that its commit may wait for that. */
    private static long idBeforeItsPrefix(Tables tables) {
        final EngineTable table = tables.context(Bank.ACCOUNT).table;
        final long prefixLock = tables.index(Bank.BY_BRANCH).rangeLock(Bank.BY_BRANCH.prefix(EMPTY_BRANCH));
        long id = ACCOUNTS;
        while (slot(table.rowLock(Bank.ACCOUNT.key(id))) >= slot(prefixLock)) {
            id++;
        }
        return id;
    }

    private static int slot(long lock) {
        return LockNames.slot(lock, ShiftLockTable.SLOTS_DEFAULT);
    }
}
