package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.transaction.Restart;
import io.baton.lock.LockCounter;
import io.baton.lock.LockStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions beside each other, always in assertion mode. */
@Timeout(60)
class IsolationTest {

    @Test
    void insertWaitsForTheTransactionThatHasScannedItsPrefix() throws Exception {
        try (Engine engine = Bank.builder().open()) {
            Bank.load(engine, 30, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final CountDownLatch scanned = new CountDownLatch(1);
            final CountDownLatch goOn = new CountDownLatch(1);
            final CompletableFuture<Object> scanner = engine.callAsync(work, (Bank.Work) t -> {
                final long first = count(t);
                scanned.countDown();
                goOn.await(10, TimeUnit.SECONDS);
                return count(t) - first;
            });
            assertThat(scanned.await(10, TimeUnit.SECONDS)).isTrue();
            final long waits = engine.lockStatistics().get(LockCounter.WAITS);
            final CompletableFuture<Object> inserter = engine.callAsync(work, (Bank.Work) t -> {
                t.insert(Bank.ACCOUNT, 500).set(Bank.BRANCH, 3).set(Bank.NAME, "phantom");
                return 0;
            });
            await(() -> inserter.isDone() || engine.lockStatistics().get(LockCounter.WAITS) > waits);
            assertThat(inserter).isNotDone();
            goOn.countDown();
            assertThat(scanner.get(10, TimeUnit.SECONDS)).isEqualTo(0L);
            inserter.get(10, TimeUnit.SECONDS);
            assertThat(engine.call(work, (Bank.Work) IsolationTest::count)).isEqualTo(4L);
        }
    }

    @Test
    void lockOutOfOrderIsOnlyTriedAndTheRestartHasLearntIt() throws Exception {
        try (Engine engine = Bank.builder().callTimeout(Duration.ofSeconds(20)).open()) {
            Bank.load(engine, 30, 100);
            final Procedure<Long> transfer = engine.register(new Bank.Transfer(), Long.class);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final List<Long> restarts = new ArrayList<>();
            for (long other : new long[] {1, 2, 3, 4, 5, 6, 7, 8}) {
                restarts.add(transferAgainstAHolder(engine, work, transfer, other));
            }
            // Whichever way the slots fall, account 0 comes before some of the others and after some.
            assertThat(restarts).contains(0L).anyMatch(n -> n > 0);
        }
    }

    /** Holds account 0 until a transfer from another account to it has met that; returns how often that restarted. */
    private static long transferAgainstAHolder(Engine engine, Procedure<Object> work, Procedure<Long> transfer,
            long other) throws Exception {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch letGo = new CountDownLatch(1);
        final CompletableFuture<Object> holder = engine.callAsync(work, (Bank.Work) t -> {
            t.update(Bank.ACCOUNT, 0);
            held.countDown();
            return letGo.await(10, TimeUnit.SECONDS);
        });
        assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
        final long met = conflicts(engine);
        final long[] restarts = new long[1];
        final Thread thread = Thread.ofVirtual().start(() -> {
            try (Session session = engine.session()) {
                session.call(transfer, other, 0L, 1L);
                restarts[0] = session.restarts();
            }
        });
        await(() -> conflicts(engine) > met);
        letGo.countDown();
        assertThat(holder.get(10, TimeUnit.SECONDS)).isEqualTo(true);
        thread.join();
        return restarts[0];
    }

    /** How often somebody waited for a lock, or tried one that was held. */
    private static long conflicts(Engine engine) {
        final LockStatistics statistics = engine.lockStatistics();
        return statistics.get(LockCounter.WAITS) + statistics.get(LockCounter.BUSY);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        final long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - limit).as("nanoseconds past the limit").isNegative();
            Thread.sleep(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 64})
    void moneyIsConservedUnderTransfersInAllDirections(int clients) throws Exception {
        try (Engine engine = Bank.builder().clients(clients).callTimeout(Duration.ofSeconds(30)).open()) {
            Bank.load(engine, 20, 1000);
            final Procedure<Long> transfer = engine.register(new Bank.Transfer(), Long.class);
            final Procedure<Long> planned = engine.register(new Bank.PlannedTransfer(), Long.class);
            final Procedure<Long> total = engine.register(new Bank.Total(), Long.class);
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                final List<Future<?>> futures = new ArrayList<>();
                for (int client = 0; client < clients; client++) {
                    final long seed = client;
                    futures.add(executor.submit(
                        () -> transfers(engine, seed, 6000 / clients, List.of(transfer, planned), total)));
                }
                for (Future<?> future : futures) {
                    future.get(50, TimeUnit.SECONDS);
                }
            }
            assertThat(engine.call(total)).isEqualTo(20_000);
        }
    }

    private static void transfers(Engine engine, long seed, int calls, List<Procedure<Long>> kinds,
            Procedure<Long> total) {
        final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        try (Session session = engine.session()) {
            for (int i = 0; i < calls; i++) {
                final long from = random.nextInt(20);
                final long to = (from + 1 + random.nextInt(19)) % 20;
                final Outcome<Long> outcome = i % 10 == 0
                    ? session.execute(total)
                    : session.execute(kinds.get(random.nextInt(2)), from, to, (long) random.nextInt(100));
                assertThat(outcome).as("seed %d, call %d", seed, i).isNotInstanceOf(Outcome.AbortedBySystem.class);
                if (i % 10 == 0) {
                    assertThat(outcome).as("seed %d, call %d", seed, i).isEqualTo(new Outcome.Committed<>(20_000L));
                }
            }
        }
    }

    @Test
    void callThatDoesNotGetItsLockInTimeIsAbortedAndLeavesNothingBehind() throws Exception {
        try (Engine engine = Bank.builder().callTimeout(Duration.ofSeconds(20)).open()) {
            Bank.load(engine, 30, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final Procedure<Long> balance = engine.register(new Bank.Balance(), Long.class);
            final CountDownLatch held = new CountDownLatch(1);
            final CountDownLatch letGo = new CountDownLatch(1);
            final CompletableFuture<Object> holder = engine.callAsync(work, (Bank.Work) t -> {
                t.update(Bank.ACCOUNT, 5).set(Bank.BALANCE, 1);
                held.countDown();
                return letGo.await(10, TimeUnit.SECONDS);
            });
            assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
            final Duration brief = Duration.ofMillis(100);
            assertThat(engine.execute(balance.within(brief), 5L)).isInstanceOf(Outcome.AbortedBySystem.class)
                .asString().contains("Balance").contains("100 ms");
            assertThat(engine.execute(work.within(brief), (Bank.Work) t -> t.update(Bank.ACCOUNT, 5)))
                .isInstanceOf(Outcome.AbortedBySystem.class);
            assertThat(engine.lockStatistics().get(LockCounter.GHOSTS)).isEqualTo(1);
            letGo.countDown();
            holder.get(10, TimeUnit.SECONDS);
            assertThat(engine.call(balance, 5L)).isEqualTo(1);
        }
    }

    @Test
    void procedureThatRestartsForEverFailsWithAClearReason() {
        try (Engine engine = Bank.builder().attemptsMax(5).open()) {
            Bank.load(engine, 30, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final Outcome<Object> outcome = engine.execute(work, (Bank.Work) t -> {
                throw new Restart();
            });
            assertThat(outcome).isInstanceOf(Outcome.AbortedBySystem.class)
                .asString().contains("had to start over 5 times");
        }
    }

    private static long count(Transaction transaction) {
        final Scan scan = transaction.scan(Bank.BY_BRANCH).equal(3);
        long rows = 0;
        while (scan.next()) {
            rows++;
        }
        return rows;
    }
}
