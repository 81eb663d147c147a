package io.baton.engine;

import static io.baton.engine.Bank.ACCOUNT;
import static io.baton.engine.Bank.BALANCE;
import static io.baton.engine.Bank.load;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Bank.Balance;
import io.baton.engine.Bank.Do;
import io.baton.engine.Bank.PlannedTransfer;
import io.baton.engine.Bank.Transfer;
import io.baton.engine.Bank.Work;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls that must not wait. The engine's assertions look for locks that are left when it closes. */
@Timeout(20)
class ExecuteNowTest {

    private final Engine engine = Bank.builder().open();
    private final Procedure<Long> transfer = engine.register(new Transfer(), Long.class);
    private final Procedure<Long> planned = engine.register(new PlannedTransfer(), Long.class);
    private final Procedure<Long> balance = engine.register(new Balance(), Long.class);
    private final Procedure<Object> work = engine.register(new Do(), Object.class);

    @BeforeEach
    void fill() {
        load(engine, 700, 100);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void aCallThatNeedNotWaitRunsOnTheCallingThread() {
        final Thread[] ran = new Thread[1];
        final Work note = transaction -> {
            ran[0] = Thread.currentThread();
            return null;
        };
        assertThat(work.executeNow(note)).isInstanceOf(Outcome.Committed.class);
        assertThat(ran[0]).isSameAs(Thread.currentThread());
        assertThat(transfer.executeNow(1L, 2L, 30L)).isEqualTo(new Outcome.Committed<>(70L));
        assertThat(planned.executeNow(3L, 2L, 30L)).isEqualTo(new Outcome.Committed<>(70L));
        assertThat(engine.call(balance, 2L)).isEqualTo(160);
    }

    @Test
    void aProcedureThatGivesUpIsAnOutcome() {
        assertThat(transfer.executeNow(1L, 2L, 1_000L)).isInstanceOf(Outcome.AbortedByProcedure.class);
        assertThat(engine.call(balance, 1L)).isEqualTo(100);
    }

    @Test
    void aBusyLockIsNotWaitedForAndNothingIsLeft() throws InterruptedException {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final Work hold = transaction -> {
            transaction.update(ACCOUNT, ACCOUNT.key(5)).set(BALANCE, 7);
            held.countDown();
            goOn.await();
            return null;
        };
        final CompletableFuture<Object> holder = engine.callAsync(work, hold);
        held.await();
        for (long other = 1; other < 10; other++) {
            if (other != 5) {
                assertThat(transfer.executeNow(other, 5L, 1L)).as("account %d", other).isNull();
                assertThat(transfer.executeNow(5L, other, 1L)).as("account %d", other).isNull();
                assertThat(planned.executeNow(other, 5L, 1L)).as("account %d", other).isNull();
                // Neither lock nor write is left of what was given up.
                assertThat(balance.executeNow(other)).isEqualTo(new Outcome.Committed<>(100L));
            }
        }
        // The same coordinators wait for locks again.
        final CompletableFuture<Long> waiter = engine.callAsync(transfer, 1L, 5L, 1L);
        assertThat(balance.executeNow(5L)).isNull();
        goOn.countDown();
        holder.join();
        assertThat(waiter.join()).isEqualTo(99);
        assertThat(balance.executeNow(5L)).isEqualTo(new Outcome.Committed<>(8L));
    }

    @Test
    void aCallThatTouchesManyRowsIsGivenUp() {
        assertThat(work.executeNow(change(400))).isInstanceOf(Outcome.Committed.class);
        assertThat(work.executeNow(change(700))).isNull();
        assertThat(engine.call(balance, 0L)).isEqualTo(1);
        assertThat(engine.call(balance, 600L)).isEqualTo(100);
        engine.call(work, change(700));
        assertThat(engine.call(balance, 600L)).isEqualTo(1);
    }

    private static Work change(int rows) {
        return transaction -> {
            for (int id = 0; id < rows; id++) {
                transaction.update(ACCOUNT, ACCOUNT.key(id)).set(BALANCE, 1);
            }
            return null;
        };
    }

    @Test
    void withinACallItIsRefusedAsAnyOther() {
        final Work nested = transaction -> balance.executeNow(1L);
        assertThat(work.executeNow(nested)).isInstanceOf(Outcome.AbortedByProcedure.class);
        assertThatThrownBy(() -> balance.executeNow("one")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEngineThatMustAskItsDiskWaits(@TempDir Path folder) {
        final DataDirectory data = new DataDirectory(folder).segmentBytes(4 << 20);
        try (Engine durable = Bank.builder().data(data).open()) {
            load(durable, 10, 100);
            final Procedure<Long> other = durable.register(new Transfer(), Long.class);
            assertThat(other.executeNow(1L, 2L, 30L)).isNull();
            assertThat(durable.call(other, 1L, 2L, 30L)).isEqualTo(70);
        }
    }
}
