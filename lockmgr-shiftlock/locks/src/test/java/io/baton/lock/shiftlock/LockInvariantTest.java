package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Endpoint;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockMode;
import io.baton.lock.NoLockTable;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that meets a state that the protocol excludes says which, and all that it remembers. */
@Timeout(20)
class LockInvariantTest {

    private static final int SLOTS = 3;

    private final InProcessFabric fabric = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS), new WaitPolicy(0, 5));
    private final ShiftLockTable table = new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.product(),
        Thread.ofPlatform().daemon().factory());
    private final LockClient client = table.client();

    @AfterEach
    void close() {
        table.close();
        fabric.close();
    }

    @Test
    void damagedMemoryIsReportedWithTheStateOfTheClient() {
        client.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
        client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        try (Endpoint damage = fabric.connect()) {
            damage.writeWord(LockEntry.address(1) + LockEntry.REL_CNT_OFFSET, 77);
        }
        final String state = LockInspector.describe(client, 0);
        assertThatThrownBy(() -> client.release(1)).isInstanceOf(LockInvariantViolation.class)
            .hasMessageContaining("the release count changed under a writer: slot=1")
            .hasMessageContaining("relCnt=0/77").hasMessageEndingWith("state: " + state);
        assertThat(state).contains("slot=0 HOLDS_SHARED").contains("slot=1 HOLDS_EXCLUSIVE");
    }

    @Test
    void anUnknownNoticeIsReportedWithWhatItCarries() {
        try (Endpoint stranger = fabric.connect()) {
            final UnsafeBuffer notice = new UnsafeBuffer(new byte[LockNotice.BYTES]);
            notice.putBytes(0, new LockNotice().compose((byte) 15, 2, 0, 0).composed(), 0, LockNotice.BYTES);
            stranger.send(LockInspector.route(client), notice, 0, LockNotice.BYTES);
        }
        client.acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        assertThatThrownBy(() -> client.release(2)).isInstanceOf(LockInvariantViolation.class)
            .hasMessageContaining("an unknown notice of kind 15(lock 2").hasMessageContaining("state: ");
    }

    @Test
    void equalStatesHaveEqualTexts() {
        // A client that has never held a lock has not made the memory for one.
        client.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
        client.release(0);
        final String before = LockInspector.describe(client, 0);
        client.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
        assertThat(LockInspector.describe(client, 0)).isNotEqualTo(before);
        assertThat(LockInspector.memory(client, 0)).isNotNull().extracting(LockInspector.Memory::state)
            .isEqualTo(HoldState.HOLDS_SHARED);
        client.release(0);
        assertThat(LockInspector.describe(client, 0)).isEqualTo(before);
        assertThat(LockInspector.memory(client, 0)).isNull();
        assertThatIllegalArgumentException()
            .isThrownBy(() -> LockInspector.describe(new NoLockTable(SLOTS).client(), 0))
            .withMessageContaining("NoLockClient");
    }
}
