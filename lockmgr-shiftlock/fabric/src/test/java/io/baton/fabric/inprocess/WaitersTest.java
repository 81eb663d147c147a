package io.baton.fabric.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.fabric.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a waiter decides, counted by its looks. */
@Timeout(20)
class WaitersTest {

    private static final WaitPolicy POLICY = new WaitPolicy(1_000, 20, 1);
    private static final int LOOKS_ALONE = 1_000 + 20 + 1;
    private static final int LOOKS_IN_A_CROWD = 200 + 5 + 1;

    private final Waiters waiters = new Waiters(POLICY);
    private int looks;

    private int looks() {
        return looks(waiters);
    }

    private int looks(Waiters of) {
        looks = 0;
        assertThat(of.linger(() -> {
            looks++;
            return false;
        })).isFalse();
        return looks;
    }

    @Test
    void oneSpinsForLongerThanACrowd() {
        waiters.enter();
        assertThat(looks()).isEqualTo(LOOKS_ALONE);
        waiters.enter();
        assertThat(looks()).isEqualTo(LOOKS_IN_A_CROWD);
        waiters.leave();
        assertThat(looks()).isEqualTo(LOOKS_ALONE);
    }

    @Test
    void whoSpinsStopsWhenACrowdComes() {
        waiters.enter();
        looks = 0;
        waiters.linger(() -> {
            if (++looks == 500) {
                waiters.enter();
            }
            return false;
        });
        final int noticed = 512;
        assertThat(noticed % Waiters.SPINS_PER_COUNT).isZero();
        assertThat(looks).isEqualTo(noticed + 5 + 1);
    }

    @Test
    void whatHasComeIsSeenAtOnce() {
        waiters.enter();
        assertThat(waiters.linger(() -> ++looks == 1)).isTrue();
        waiters.enter();
        assertThat(waiters.linger(() -> ++looks == 2)).isTrue();
    }

    /** With one core a waiter that spins keeps the holder from it; as many as there are cores always spin. */
    @Test
    void coresDecideHowManySpin() {
        assertThat(WaitPolicy.adaptive(1).waitersMax()).isZero();
        assertThat(WaitPolicy.adaptive(8).waitersMax()).isEqualTo(7);
        assertThat(WaitPolicy.forClients(8, 8)).isEqualTo(WaitPolicy.adaptive(8));
        assertThat(WaitPolicy.forClients(9, 8).clientsMax()).isEqualTo(8);
        assertThatIllegalArgumentException().isThrownBy(() -> new WaitPolicy(0, 0, -1)).withMessageContaining("-1");
    }

    /** Nobody has said how many there will be: they find out, and none keeps a holder from its core for long. */
    @Test
    void sixteenClientsOnTwoCoresLeaveThemSoonWithoutAHint() {
        final Waiters unhinted = new Waiters(WaitPolicy.forClients(2, 2));
        for (int i = 0; i < 16; i++) {
            unhinted.enter();
        }
        looks = 0;
        assertThat(unhinted.linger(() -> ++looks == Integer.MAX_VALUE)).isFalse();
        assertThat(looks).isEqualTo(LOOKS_IN_A_CROWD);
    }

    /** The hint is about those who come, not about those who are there. */
    @Test
    void whoAreFewSpinThoughManyWereAnnounced() {
        final int spinning = 2_000 + 20 + 1;
        final int parking = 5 + 1;
        final Waiters hinted = new Waiters(WaitPolicy.forClients(64, 2));
        hinted.connect();
        hinted.connect();
        hinted.enter();
        assertThat(looks(hinted)).isEqualTo(spinning);
        for (int i = 2; i < 64; i++) {
            hinted.connect();
        }
        assertThat(looks(hinted)).isEqualTo(parking);
        for (int i = 2; i < 64; i++) {
            hinted.disconnect();
        }
        assertThat(looks(hinted)).isEqualTo(spinning);
    }

    @Test
    void whoSpinsStopsWhenMoreConnectThanThereAreCores() {
        final Waiters hinted = new Waiters(WaitPolicy.forClients(64, 2));
        hinted.enter();
        looks = 0;
        hinted.linger(() -> {
            if (++looks <= 3) {
                hinted.connect();
            }
            return false;
        });
        assertThat(looks).isEqualTo(Waiters.SPINS_PER_COUNT + 5 + 1);
    }

    @Test
    void openEndpointsAreTheClientsThatAreThere() {
        try (InProcessFabric fabric = new InProcessFabric(64, POLICY)) {
            final Endpoint first = fabric.connect();
            final Endpoint second = fabric.connect();
            assertThat(fabric.clients()).isEqualTo(2);
            second.close();
            second.close();
            assertThat(fabric.clients()).isOne();
            first.close();
            assertThat(fabric.clients()).isZero();
        }
    }

    @Test
    void whoHasWaitedIsCountedNoMore() {
        try (InProcessFabric fabric = new InProcessFabric(64, POLICY);
            InProcessEndpoint endpoint = (InProcessEndpoint) fabric.connect()) {
            endpoint.awaitNotice(0);
            endpoint.awaitWord(0, 1, 1, 0);
            endpoint.awaitWord(0, 1, 0, Long.MAX_VALUE);
            endpoint.wake();
            endpoint.awaitNotice(Long.MAX_VALUE);
            endpoint.wake();
            endpoint.awaitWord(0, 1, 1, Long.MAX_VALUE);
            assertThat(fabric.waiting()).isZero();
        }
    }
}
