package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Durability;
import io.baton.testing.disk.CrashDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that wait for the disk do not hold platform threads. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CommitsInFlightTest {

    private static final int CALLS = 64;
    /** Those of a machine's processors that carry virtual threads, and the engine's own that may begin meanwhile. */
    private static final int THREADS_MORE = Runtime.getRuntime().availableProcessors() + 8;

    /** Virtual threads are not among these. */
    private static int platformThreads() {
        return Thread.getAllStackTraces().size();
    }

    @Test
    void sixtyFourCommitsWaitForTheDiskWithoutAThreadEach() {
        final CrashDisk disk = new CrashDisk();
        final Ledger ledger = Ledger.open(disk.process().getPath("/data"), Durability.GROUP);
        final CountDownLatch mended = new CountDownLatch(1);
        try (var engine = ledger.engine) {
            engine.call(ledger.put, 0L, 1L, "owner");
            final int before = platformThreads();
            disk.beforeForces(() -> await(mended));
            final List<CompletableFuture<Long>> calls = new ArrayList<>();
            for (long i = 1; i <= CALLS; i++) {
                calls.add(engine.callAsync(ledger.put, i, i, "owner"));
            }
            // A row is in its table when the record is in the log: each has given back its locks, and waits.
            while (engine.rows(Ledger.ACCOUNTS) <= CALLS) {
                Thread.onSpinWait();
            }
            final int while64Wait = platformThreads();
            assertThat(calls).noneMatch(CompletableFuture::isDone);
            mended.countDown();
            calls.forEach(CompletableFuture::join);
            assertThat(while64Wait).isLessThanOrEqualTo(before + THREADS_MORE).isLessThan(before + CALLS);
        } finally {
            mended.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
