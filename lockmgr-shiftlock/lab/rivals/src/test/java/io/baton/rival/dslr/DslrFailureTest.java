package io.baton.rival.dslr;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.StridingClock;
import io.baton.rival.Traffic;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** DSLR's leases, on a clock that only the clients drive. */
@Timeout(60)
class DslrFailureTest {

    private static final long LEASE_NANOS = 10_000_000;
    private static final int COUNT_MAX = DslrParameters.original().countMax();

    private final StridingClock clock = new StridingClock(100_000);
    private final InProcessFabric fabric =
        new InProcessFabric(DslrTable.memoryBytes(1), clock, new WaitPolicy(0, 5));
    private final DslrTable table =
        new DslrTable(fabric, 1, new SplittableRandom(7), DslrParameters.original().withLease(LEASE_NANOS, 4));
    private final Endpoint server = fabric.connect();
    private final DslrLockClient dead = table.client();
    private final DslrLockClient client = table.client();

    @AfterEach
    void close() {
        table.close();
        fabric.close();
    }

    private static LockOutcome acquire(LockClient by, LockMode mode) {
        return by.acquire(0, mode, LockClient.NO_DEADLINE);
    }

    private long word() {
        return server.readWord(0);
    }

    /** How long the client takes to get the lock, in leases. */
    private double leasesTo(LockMode mode) {
        final long before = clock.now();
        assertThat(acquire(client, mode)).isEqualTo(LockOutcome.GRANTED);
        return (clock.now() - before) / (double) LEASE_NANOS;
    }

    @Test
    void deadWriterIsResetAfterTwoLeases() {
        acquire(dead, LockMode.EXCLUSIVE);
        assertThat(leasesTo(LockMode.EXCLUSIVE)).isBetween(2.0, 3.0);
        assertThat(client.failures()).isOne();
        client.release(0);
        assertThat(DslrWord.isFree(word())).isTrue();
    }

    @Test
    void deadWriterIsResetByAReader() {
        acquire(dead, LockMode.EXCLUSIVE);
        assertThat(leasesTo(LockMode.SHARED)).isBetween(2.0, 3.0);
        assertThat(word()).isEqualTo(DslrWord.of(1, 1, 1, 2));
        client.release(0);
        assertThat(DslrWord.isFree(word())).isTrue();
    }

    @Test
    void deadReaderIsResetByAWriter() {
        acquire(dead, LockMode.SHARED);
        assertThat(leasesTo(LockMode.SHARED)).isLessThan(1.0);
        client.release(0);
        assertThat(leasesTo(LockMode.EXCLUSIVE)).isBetween(2.0, 3.0);
        client.release(0);
        assertThat(DslrWord.isFree(word())).isTrue();
    }

    @Test
    void longLeaseIsResetLater() {
        dead.leaseSlots(4);
        acquire(dead, LockMode.EXCLUSIVE);
        assertThat(leasesTo(LockMode.EXCLUSIVE)).isBetween(8.0, 9.5);
    }

    @Test
    void releaseAfterAResetChangesNothing() {
        acquire(dead, LockMode.EXCLUSIVE);
        acquire(client, LockMode.EXCLUSIVE);
        final long held = word();
        dead.release(0);
        assertThat(word()).isEqualTo(held);
        client.release(0);
        assertThat(DslrWord.isFree(word())).isTrue();
    }

    @Test
    void releaseInTimeByItsOwnClockButAfterAResetIsTakenBack() {
        acquire(dead, LockMode.EXCLUSIVE);
        server.writeWord(0, DslrWord.of(2, 0, 3, 0));
        dead.release(0);
        assertThat(word()).isEqualTo(DslrWord.of(2, 0, 3, 0));
    }

    @Test
    void lateReleaseCountsIfNobodyWasHarmed() {
        acquire(dead, LockMode.EXCLUSIVE);
        clock.pass(5 * LEASE_NANOS);
        dead.release(0);
        assertThat(word()).isEqualTo(DslrWord.of(1, 0, 1, 0));
    }

    @Test
    void readerServedTogetherWithOthersThatAreGoneIsNotTakenForReset() throws Exception {
        acquire(dead, LockMode.EXCLUSIVE);
        clock.stride(0);
        final Thread waits = Thread.ofVirtual().start(() -> acquire(client, LockMode.SHARED));
        Traffic.await(() -> DslrWord.maxS(word()) == 1);
        // Another reader comes, is served with ours, and is gone before ours looks.
        server.writeWord(0, DslrWord.of(1, 1, 1, 2));
        clock.stride(1_000);
        waits.join();
        assertThat(word()).isEqualTo(DslrWord.of(1, 1, 1, 2));
        client.release(0);
        assertThat(DslrWord.isFree(word())).isTrue();
    }

    @Test
    void fullLockWhoseLastTicketIsDeadIsResetToZero() {
        server.writeWord(0, DslrWord.of(COUNT_MAX - 1, 3, COUNT_MAX, 3));
        assertThat(leasesTo(LockMode.EXCLUSIVE)).isGreaterThan(2.0);
        assertThat(word()).isEqualTo(DslrWord.of(0, 0, 1, 0));
    }

    @Test
    void lastTicketResetsTheLockWithoutReadersThatAreDead() {
        server.writeWord(0, DslrWord.of(5, COUNT_MAX - 3, 5, COUNT_MAX - 1));
        acquire(client, LockMode.SHARED);
        client.release(0);
        assertThat(word()).isZero();
    }

    @Test
    void fullLockGivesUpAtTheDeadlineAndLeavesNoCountBehind() {
        final long full = DslrWord.of(COUNT_MAX - 1, 3, COUNT_MAX, 3);
        server.writeWord(0, full);
        final long deadline = clock.now() + LEASE_NANOS;
        assertThat(client.acquire(0, LockMode.SHARED, deadline)).isEqualTo(LockOutcome.DEADLINE);
        assertThat(word()).isEqualTo(full);
    }
}
