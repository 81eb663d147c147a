package io.baton.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.AsyncCall;
import io.baton.engine.Bank;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is seen of calls from outside, while they run. */
@Timeout(30)
class EngineActivityTest {

    private static final int ROWS = 100;
    private static final int HOLDERS_OF_MAX = 64;
    private static final int QUEUE = 3;

    private static AsyncCall<Object> update(Engine engine, Procedure<Object> work, long row) {
        return engine.callAsync(work, (Bank.Work) transaction -> {
            transaction.update(Bank.ACCOUNT, Bank.ACCOUNT.key(row));
            return null;
        });
    }

    private static EngineActivity whenSoManyWait(Engine engine, int calls) throws InterruptedException {
        while (true) {
            final EngineActivity activity = engine.activity();
            if (activity.locks().stream().mapToInt(lock -> lock.waiters().size()).sum() == calls) {
                return activity;
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** One call holds all rows; one waits for each, and two more for the last. */
    @Test
    void allBusyLocksAreToldAndWhoHoldsThoseWithTheLongestQueues() throws Exception {
        try (Engine engine = Engine.builder().table(Bank.ACCOUNT, ROWS).open()) {
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            try (Loader loader = engine.loader()) {
                for (int id = 0; id < ROWS; id++) {
                    loader.insert(loader.row(Bank.ACCOUNT, Bank.ACCOUNT.key(id)).set(Bank.BALANCE, 100));
                }
            }
            final CountDownLatch held = new CountDownLatch(1);
            final CountDownLatch goOn = new CountDownLatch(1);
            final List<AsyncCall<Object>> calls = new ArrayList<>();
            final CallOrigin origin = new CallOrigin("ann", "127.0.0.1:5", "teller");
            calls.add(engine.callAsync(work.calledFrom(origin), (Bank.Work) transaction -> {
                for (int id = 0; id < ROWS; id++) {
                    transaction.update(Bank.ACCOUNT, Bank.ACCOUNT.key(id));
                }
                held.countDown();
                goOn.await();
                return null;
            }));
            held.await();
            for (int i = 0; i < ROWS + QUEUE - 1; i++) {
                calls.add(update(engine, work, Math.min(i, ROWS - 1)));
            }
            final List<BusyLock> locks = whenSoManyWait(engine, ROWS + QUEUE - 1).locks();
            goOn.countDown();
            calls.forEach(AsyncCall::join);
            // Two rows may have one lock, but not many.
            assertThat(locks).hasSizeBetween(ROWS * 9 / 10, ROWS).allSatisfy(lock -> {
                assertThat(lock.table()).isEqualTo("account");
                assertThat(lock.name()).startsWith("account ");
            });
            assertThat(locks).filteredOn(lock -> !lock.holders().isEmpty()).hasSize(HOLDERS_OF_MAX)
                .allMatch(lock -> lock.holders().size() == 1 && lock.holders().getFirst().exclusive())
                .allMatch(lock -> origin.equals(lock.holders().getFirst().origin()))
                .allMatch(lock -> lock.waiters().stream().allMatch(waiter -> waiter.origin() == null))
                .anyMatch(lock -> lock.waiters().size() >= QUEUE);
        }
    }
}
