package io.baton.lock.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.SendStatus;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.RecoveryNotice;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of a process learn of the loss of its session at the same time as its agent takes notices. */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LossRaceTest {

    private static final int SESSIONS = 300;
    private static final int NOTICES = 2_000;
    private static final long NUMBER = 7;
    private static final RecoveryOptions OPTIONS =
        RecoveryOptions.product().withTimes(TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(100));

    @Test
    @Tag("thorough")
    void whatAClientHasLostTheAgentDoesNotTakeBack() throws InterruptedException {
        for (int i = 0; i < SESSIONS; i++) {
            try (InProcessFabric memory = new InProcessFabric(16, WaitPolicy.adaptive(1))) {
                final Flood flood = new Flood(memory);
                final Thread[] agent = new Thread[1];
                final LockSession session = LockSession.join(flood, 1, OPTIONS, 1, System.nanoTime() + (1L << 40),
                    task -> agent[0] = Thread.ofPlatform().daemon().unstarted(task));
                while (flood.taken < NOTICES / 2) {
                    Thread.onSpinWait();
                }
                session.lose();
                while (flood.taken < NOTICES) {
                    Thread.onSpinWait();
                }
                assertThat(session.isLost()).as("session %d, after a loss", i).isTrue();
                agent[0].join();
            }
        }
    }

    /** A server that lets the process in at once, and then refuses another session, again and again. */
    private static final class Flood extends ForwardingFabric {

        private volatile int taken;

        Flood(InProcessFabric memory) {
            super(memory);
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {

                private final RecoveryNotice notice = new RecoveryNotice();
                private long helloNanos;
                private boolean welcomed;

                @Override
                public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
                    helloNanos = new RecoveryNotice().wrap(buffer, offset).time();
                    return SendStatus.SENT;
                }

                @Override
                public void awaitNotice(long deadlineNanos) {
                    // There always is one.
                }

                @Override
                public int receive(NoticeHandler handler) {
                    if (!welcomed) {
                        welcomed = true;
                        handler.onNotice(notice.compose(RecoveryNotice.WELCOME, 1, helloNanos, 1).relCnt(NUMBER)
                            .era(1).composed(), 0, RecoveryNotice.BYTES);
                        return 1;
                    }
                    notice.compose(RecoveryNotice.REFUSED, 1, 0, NUMBER + 1);
                    for (int i = 1; i <= NOTICES; i++) {
                        handler.onNotice(notice.composed(), 0, RecoveryNotice.BYTES);
                        taken = i;
                    }
                    return NOTICES;
                }
            };
        }
    }
}
