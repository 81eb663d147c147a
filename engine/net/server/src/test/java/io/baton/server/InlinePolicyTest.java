package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.RemoteProcedure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which calls run on the event loop, and that they stop nobody there. */
@Timeout(30)
class InlinePolicyTest {

    private static final long QUICK = 1_000;
    private static final long SLOW = 1_000_000;

    private final InlinePolicy pace = new InlinePolicy();

    private void prove() {
        for (int i = 0; i < 16; i++) {
            assertThat(pace.mayRunNow()).isFalse();
            pace.ranElsewhere(QUICK);
        }
        assertThat(pace.mayRunNow()).isTrue();
    }

    @Test
    void aProcedureRunsOnThreadsUntilItHasBeenQuickThere() {
        for (int i = 0; i < 1_000; i++) {
            pace.ranElsewhere(SLOW);
            assertThat(pace.mayRunNow()).isFalse();
        }
        prove();
    }

    @Test
    void aSlowOneGoesAwayForTwiceAsLongEachTime() {
        prove();
        for (int away = 1_024; away <= 8_192; away *= 2) {
            for (int i = 0; i < 4; i++) {
                assertThat(pace.mayRunNow()).isTrue();
                pace.ran(true, SLOW);
            }
            for (int i = 0; i < away; i++) {
                assertThat(pace.mayRunNow()).as("call %d of %d", i, away).isFalse();
            }
        }
        assertThat(pace.mayRunNow()).isTrue();
    }

    @Test
    void aSingleInterruptionDoesNotMatterButWaitingDoes() {
        prove();
        pace.ran(true, SLOW);
        for (int i = 0; i < 16; i++) {
            pace.ran(true, QUICK);
        }
        pace.ran(true, SLOW);
        assertThat(pace.mayRunNow()).isTrue();
        pace.ran(true, TimeUnit.SECONDS.toNanos(1));
        assertThat(pace.mayRunNow()).isFalse();
    }

    @Test
    void whatIsGivenUpLateGoesAway() {
        prove();
        for (int i = 0; i < 4; i++) {
            pace.ran(false, SLOW / 10);
        }
        assertThat(pace.mayRunNow()).isFalse();
    }

    @Test
    void aCallThatWaitsForALockStopsNoOther() throws InterruptedException {
        try (TestServer server = new TestServer(); BatonClient client = server.connect()) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
            for (int i = 0; i < 100; i++) {
                add.call(1, 1);
            }
            final CompletableFuture<Long> holder = client.procedure("Hold", Long.class).callAsync(7, 20_000);
            TestServer.await(() -> server.bank.holding.get() == 1);
            final List<CompletableFuture<Long>> waiters = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                waiters.add(add.callAsync(7, 1));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(add.call(1, 1)).isEqualTo(Bank.CENTS + 101 + i);
            }
            assertThat(waiters).noneMatch(CompletableFuture::isDone);
            server.bank.release();
            assertThat(holder.join()).isEqualTo(Bank.CENTS + 1);
            waiters.forEach(CompletableFuture::join);
            assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 211);
        }
    }
}
