package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.durable.Ledger;
import io.baton.engine.thread.EngineThread;
import io.baton.storage.log.LogStatistics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is answered when, on a disk that takes its time: the log's threads wait until the test lets them work. */
@Timeout(60)
class AnswersTest {

    @TempDir
    private Path directory;

    private final CountDownLatch disk = new CountDownLatch(1);

    @Test
    void locksAreFreeBeforeTheDiskHasAnsweredAndAnswersAreNot() throws Exception {
        final Ledger ledger = open(Durability.GROUP, Duration.ofMinutes(1));
        try (ledger.engine) {
            final CompletableFuture<Long> first = ledger.engine.callAsync(ledger.put, 1L, 10L, "a");
            final long one = awaitAppended(ledger, 0);
            // Works on the row that the first has written: it has its lock.
            final CompletableFuture<Long> second = ledger.engine.callAsync(ledger.put, 1L, 20L, "b");
            awaitAppended(ledger, one);
            final CompletableFuture<Long> reader = ledger.engine.callAsync(ledger.balance, 1L);
            final CompletableFuture<Long> missing = ledger.engine.callAsync(ledger.remove, 1_000_000L);
            // What nobody has written needs no disk.
            assertThat(ledger.engine.call(ledger.balance, 2L)).isEqualTo(-1);
            assertThat(missing.handle((value, failure) -> failure).get()).isNotNull();
            assertThat(ledger.engine.store().orElseThrow().log().forced()).isZero();
            assertThat(first).isNotDone();
            assertThat(second).isNotDone();
            assertThat(reader).isNotDone();
            disk.countDown();
            assertThat(first.get()).isEqualTo(10);
            assertThat(second.get()).isEqualTo(20);
            assertThat(reader.get()).isEqualTo(20);
        } finally {
            disk.countDown();
        }
    }

    /** So that the calls of a batch need not wait for the disk one by one. */
    @Test
    void aCallThatWaitsForTheDiskSaysThatItsLocksAreFree() throws Exception {
        final Ledger ledger = open(Durability.GROUP, Duration.ofMinutes(1));
        try (ledger.engine) {
            final AsyncCall<Long> first = ledger.engine.callAsync(ledger.put, 1L, 10L, "a");
            final CompletableFuture<Boolean> released = new CompletableFuture<>();
            first.whenReleased(() -> released.complete(first.isDone()));
            assertThat(released.get()).as("answered").isFalse();
            final CompletableFuture<Boolean> again = new CompletableFuture<>();
            first.whenReleased(() -> again.complete(first.isDone()));
            assertThat(again).as("asked later, at once").isCompletedWithValue(false);
            // One that waits for nothing is complete at once, and says nothing else.
            final AsyncCall<Long> reader = ledger.engine.callAsync(ledger.balance, 2L);
            reader.whenReleased(() -> again.obtrudeValue(true));
            assertThat(reader.get()).isEqualTo(-1);
            assertThat(again.get()).isFalse();
            disk.countDown();
            assertThat(first.get()).isEqualTo(10);
        } finally {
            disk.countDown();
        }
    }

    @Test
    void withoutLocksReadersWaitForAllThatWasWritten() throws Exception {
        final Ledger ledger = new Ledger(Ledger.builder(directory, Durability.GROUP).locks(LockKind.NONE)
            .callTimeout(Duration.ofMinutes(1)).threads(this::threads).open());
        try (ledger.engine) {
            final CompletableFuture<Long> writer = ledger.engine.callAsync(ledger.put, 1L, 10L, "a");
            awaitAppended(ledger, 0);
            final CompletableFuture<Long> reader = ledger.engine.callAsync(ledger.balance, 1L);
            final CompletableFuture<Long> first = CompletableFuture.supplyAsync(() -> {
                disk.countDown();
                return 0L;
            }, CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS));
            assertThat(reader.thenApply(balance -> disk.getCount()).get()).as("the disk had not answered").isZero();
            assertThat(reader.get()).isEqualTo(10);
            assertThat(writer.get()).isEqualTo(10);
            first.join();
        } finally {
            disk.countDown();
        }
    }

    /** The engine's limit is not looked at before a commit, so that a machine that stands still does no harm. */
    @Test
    void aCallWhoseRecordIsNotForcedInTimeEndsAsUnknown() throws Exception {
        final Ledger ledger = open(Durability.GROUP, Duration.ofMillis(50));
        final Procedure<Long> patientPut = ledger.put.within(Duration.ofMinutes(1));
        final Procedure<Long> patientBalance = ledger.balance.within(Duration.ofMinutes(1));
        try (ledger.engine; Session session = ledger.engine.session()) {
            assertThat(session.execute(ledger.put, 1L, 10L, "a")).isInstanceOfSatisfying(Outcome.Unknown.class,
                unknown -> assertThat(unknown.message()).contains("was committed").contains("50 ms"));
            // It has written nothing, so it is certain that nothing of it remains.
            assertThat(session.execute(ledger.balance, 1L)).isInstanceOf(Outcome.AbortedBySystem.class);
            disk.countDown();
            assertThat(session.execute(patientPut, 2L, 5L, "b")).isInstanceOf(Outcome.Committed.class);
            assertThat(session.call(patientBalance, 1L)).isEqualTo(10);
        } finally {
            disk.countDown();
        }
    }

    @Test
    void aCallWaitsForTheDiskNoLongerThanItMayTake() {
        final Ledger ledger = open(Durability.GROUP, Duration.ofMinutes(1));
        final Procedure<Long> put = ledger.put.within(Duration.ofMillis(500));
        final long nanos;
        final List<Outcome<Long>> outcomes = new ArrayList<>();
        try (ledger.engine; Session session = ledger.engine.session()) {
            final long begin = System.nanoTime();
            outcomes.add(ledger.engine.execute(put, 1L, 10L, "a"));
            outcomes.add(session.execute(put, 2L, 10L, "a"));
            nanos = System.nanoTime() - begin;
            // Before anything is asserted: closing waits for the disk.
            disk.countDown();
        }
        assertThat(nanos).isLessThan(TimeUnit.SECONDS.toNanos(30));
        // A machine that stands still for as long ends the call before it is committed.
        assertThat(outcomes).noneMatch(Outcome.Committed.class::isInstance);
    }

    @Test
    void asynchronousDurabilityDoesNotWait() {
        final Ledger ledger = open(Durability.ASYNC, Duration.ofMinutes(1));
        try (ledger.engine) {
            assertThat(ledger.engine.call(ledger.put, 1L, 10L, "a")).isEqualTo(10);
            assertThat(ledger.engine.call(ledger.balance, 1L)).isEqualTo(10);
            assertThat(ledger.engine.store().orElseThrow().log().forced()).isZero();
            disk.countDown();
        }
    }

    private Ledger open(Durability durability, Duration timeout) {
        return new Ledger(Ledger.builder(directory, durability).callTimeout(timeout).threads(this::threads).open());
    }

    /** The log's first thread makes files ready, the second one writes. */
    private ThreadFactory threads(EngineThread purpose) {
        final AtomicInteger logThreads = new AtomicInteger();
        return work -> purpose == EngineThread.LOG && logThreads.getAndIncrement() > 0
            ? Thread.ofPlatform().daemon().unstarted(() -> {
                awaitDisk();
                work.run();
            }) : Thread.ofVirtual().unstarted(work);
    }

    private void awaitDisk() {
        try {
            disk.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long awaitAppended(Ledger ledger, long more) throws InterruptedException {
        LogStatistics log = ledger.engine.store().orElseThrow().log();
        while (log.appended() <= more) {
            Thread.sleep(1);
            log = ledger.engine.store().orElseThrow().log();
        }
        return log.appended();
    }
}
