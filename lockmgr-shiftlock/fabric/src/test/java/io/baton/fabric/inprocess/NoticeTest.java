package io.baton.fabric.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.testing.Crew;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SEND, mailboxes, doorbells. */
@Timeout(60)
class NoticeTest {

    private final InProcessFabric fabric = new InProcessFabric(16, new WaitPolicy(0, 0));
    private final Endpoint receiver = fabric.connect();
    private final UnsafeBuffer notice = new UnsafeBuffer(new byte[Endpoint.NOTICE_BYTES_MAX]);

    @AfterEach
    void close() {
        fabric.close();
    }

    private static long later(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** By how much each test is longer than in the default suite. */
    int times() {
        return 1;
    }

    @ParameterizedTest
    @CsvSource({"3, false, 10000, 0", "200, true, 100, 0", "3, false, 5000, 20"})
    void noticesOfEachSenderArriveInOrder(int senders, boolean virtual, int eachOnce, int yields) {
        final int each = eachOnce * times();
        try (InProcessFabric shared = new InProcessFabric(16, new WaitPolicy(0, yields))) {
            final Endpoint to = shared.connect();
            final int[] seen = new int[senders];
            Crew.run(senders + 1, virtual, index -> {
                if (index == senders) {
                    final AtomicInteger count = new AtomicInteger();
                    while (count.get() < senders * each) {
                        to.awaitNotice(Endpoint.NO_DEADLINE);
                        to.receive((buffer, offset, length) -> {
                            final int from = buffer.getInt(offset);
                            assertThat(length).isEqualTo(8 + from % 40);
                            assertThat(buffer.getInt(offset + 4)).isEqualTo(seen[from]++);
                            count.incrementAndGet();
                        });
                    }
                } else {
                    final Endpoint from = shared.connect();
                    final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Endpoint.NOTICE_BYTES_MAX]);
                    buffer.putInt(0, index);
                    for (int i = 0; i < each; i++) {
                        buffer.putInt(4, i);
                        while (from.send(to.route(), buffer, 0, 8 + index % 40) == SendStatus.MAILBOX_FULL) {
                            // Not a yield: virtual threads that only yield can keep the receiver off its carrier for
                            // ever.
                            LockSupport.parkNanos(10_000);
                        }
                    }
                }
            });
            assertThat(seen).containsOnly(each);
        }
    }

    @Test
    void fullMailboxRefusesUntilItIsEmptied() {
        int sent = 0;
        while (receiver.send(receiver.route(), notice, 0, 40) == SendStatus.SENT) {
            sent++;
        }
        assertThat(sent).isBetween(100, 8 * 1024 / 48);
        assertThat(receiver.send(receiver.route(), notice, 0, 40)).isEqualTo(SendStatus.MAILBOX_FULL);
        assertThat(receiver.receive((buffer, offset, length) -> {})).isEqualTo(sent);
        assertThat(receiver.send(receiver.route(), notice, 0, 40)).isEqualTo(SendStatus.SENT);
    }

    @Test
    void noticesOfWrongLengthAreRefused() {
        assertThatThrownBy(() -> receiver.send(receiver.route(), notice, 0, 0)).hasMessageContaining("1 to 64");
        assertThatThrownBy(() -> receiver.send(receiver.route(), notice, 0, 65)).hasMessageContaining("65 bytes");
    }

    @Test
    void nobodyIsThereAfterClose() {
        final Endpoint sender = fabric.connect();
        final long route = receiver.route();
        assertThat(sender.send(route, notice, 0, 8)).isEqualTo(SendStatus.SENT);
        receiver.close();
        receiver.close();
        assertThat(sender.send(route, notice, 0, 8)).isEqualTo(SendStatus.NO_SUCH_PEER);
        assertThat(sender.send(Route.of(2, 0), notice, 0, 8)).isEqualTo(SendStatus.NO_SUCH_PEER);
        assertThat(sender.send(Route.of(1, Route.QUEUE_PAIR_MAX), notice, 0, 8)).isEqualTo(SendStatus.NO_SUCH_PEER);
        assertThat(sender.send(Route.NONE, notice, 0, 8)).isEqualTo(SendStatus.NO_SUCH_PEER);
    }

    /** Ping-pong between two parking receivers: a lost wake-up ends in the time limit. */
    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"false, 0, 0", "true, 0, 0", "false, 100, 5", "true, 0, 20"})
    void parkedReceiverWakesOnSend(boolean virtual, int spins, int yields) {
        try (InProcessFabric shared = new InProcessFabric(16, new WaitPolicy(spins, yields))) {
            final Endpoint[] players = {shared.connect(), shared.connect()};
            Crew.run(2, virtual, index -> {
                final UnsafeBuffer ball = new UnsafeBuffer(new byte[8]);
                for (int i = 0; i < 3_000 * times(); i++) {
                    if (index == 0) {
                        players[0].send(players[1].route(), ball, 0, 8);
                    }
                    while (players[index].receive((buffer, offset, length) -> {}) == 0) {
                        players[index].awaitNotice(Endpoint.NO_DEADLINE);
                    }
                    if (index == 1) {
                        players[1].send(players[0].route(), ball, 0, 8);
                    }
                }
            });
        }
    }

    @Test
    void awaitNoticeGivesUpAtItsDeadline() {
        final long before = System.nanoTime();
        receiver.awaitNotice(later(20));
        assertThat(System.nanoTime() - before)
            .isBetween(TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.SECONDS.toNanos(10));
        receiver.awaitNotice(later(-1));
    }

    @Test
    void awaitNoticeReturnsAtOnceIfThereIsOne() {
        receiver.send(receiver.route(), notice, 0, 8);
        receiver.awaitNotice(Endpoint.NO_DEADLINE);
        assertThat(receiver.receive((buffer, offset, length) -> {})).isEqualTo(1);
    }

    @Test
    void arrivingNoticesRingTheListener() {
        final Doorbell doorbell = fabric.doorbell();
        receiver.listener(doorbell);
        assertThat(doorbell.await(later(1))).isFalse();
        receiver.send(receiver.route(), notice, 0, 8);
        assertThat(doorbell.await(Endpoint.NO_DEADLINE)).isTrue();
        assertThat(doorbell.await(later(1))).isFalse();
        receiver.listener(null);
        receiver.send(receiver.route(), notice, 0, 8);
        assertThat(doorbell.await(later(1))).isFalse();
    }

    /**
     * Every ring is followed by the end of a wait; with deadlines of the same length as the pauses, rings meet waits
     * that give up.
     */
    @Test
    void doorbellLosesNoRing() {
        final Doorbell doorbell = fabric.doorbell();
        final Doorbell answer = fabric.doorbell();
        final AtomicBoolean stop = new AtomicBoolean();
        Crew.run(2, false, index -> {
            if (index == 0) {
                for (int i = 0; i < 3_000 * times(); i++) {
                    doorbell.ring();
                    assertThat(answer.await(Endpoint.NO_DEADLINE)).isTrue();
                }
                stop.set(true);
                doorbell.ring();
            } else {
                while (!stop.get()) {
                    if (doorbell.await(System.nanoTime() + 2_000)) {
                        answer.ring();
                    }
                }
            }
        });
    }
}
