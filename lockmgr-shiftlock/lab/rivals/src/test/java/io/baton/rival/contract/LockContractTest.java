package io.baton.rival.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.NoLockTable;
import io.baton.rival.contract.LockUnderTest.Fairness;
import io.baton.rival.queue.RmaRwThresholds;
import io.baton.testing.Seeds;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every lock keeps the contract, embedded and in the simulated cluster. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockContractTest {

    static final int SLOTS = 5;
    private static final int CLIENTS_PER_CLUSTER = 24;
    private static final long LIMIT_MILLIS = 20_000;
    /** Less than half of what DrTM allows between two clocks. */
    private static final long CLOCK_ERROR_NANOS = 20_000;
    private static final long LIMIT_NANOS = 100_000_000;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    static Stream<LockUnderTest> locks() {
        return Locks.all().stream();
    }

    static Stream<LockUnderTest> queues() {
        return Locks.all().stream().filter(lock -> lock.fairness() != Fairness.NONE);
    }

    static Stream<LockUnderTest> fairLocks() {
        return Locks.all().stream().filter(lock -> lock.fairness() == Fairness.ARRIVAL);
    }

    static Stream<Arguments> locksAndWorlds() {
        return Locks.all().stream().flatMap(lock -> Stream.of(
            Arguments.of(lock, false), Arguments.of(lock, true)));
    }

    static Stream<Arguments> locksWithDeadlinesAndWorlds() {
        return locksAndWorlds().filter(arguments -> !((LockUnderTest) arguments.get()[0]).deadlines().isEmpty());
    }

    static Stream<Arguments> locksAndSeeds() {
        final long seeds = Long.getLong("baton.seeds", 2);
        return Locks.all().stream().flatMap(
            lock -> LongStream.rangeClosed(1, seeds).mapToObj(seed -> Arguments.of(lock, seed)));
    }

    @ParameterizedTest
    @MethodSource("locks")
    void eightClientsInProcess(LockUnderTest lock) {
        final long seed = seeds.next();
        inProcess(lock, 8, seed, contract -> contract.protectsPlainMemory(8, 20, seed));
    }

    @Tag("slow")
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ParameterizedTest
    @MethodSource("locks")
    void eightClientsInProcessForLong(LockUnderTest lock) {
        final long seed = seeds.next();
        inProcess(lock, 8, seed, contract -> contract.protectsPlainMemory(8, 300, seed));
    }

    @ParameterizedTest
    @MethodSource("locks")
    void sixtyFourClientsInProcess(LockUnderTest lock) {
        final long seed = seeds.next();
        inProcess(lock, 64, seed, contract -> contract.protectsPlainMemory(64, 6, seed));
    }

    @ParameterizedTest
    @Tag("thorough")
    @MethodSource("locksAndSeeds")
    void manyClientsInTheCluster(LockUnderTest lock, long seed) {
        inCluster(lock, seed, contract -> contract.protectsPlainMemory(CLIENTS_PER_CLUSTER, 30, seed));
    }

    /** With fetch-and-adds, as in RMA-RW's source, a fourth of these seeds end with readers that do not exist. */
    @Test
    @Tag("thorough")
    void readersThatMeetTheThresholdTogetherCountTheirDeparturesOnce() {
        for (long seed = 1; seed <= 16; seed++) {
            final long each = seed;
            inCluster(Locks.rmaRw("RMA-RW", new RmaRwThresholds(2, 2)), seed,
                contract -> contract.protectsPlainMemory(CLIENTS_PER_CLUSTER, 30, each));
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @MethodSource("locks")
    void clocksMayDiffer(LockUnderTest lock) {
        in(lock, 1, SimulatedWorld.withClockError(memoryBytes(lock), 1, LIMIT_NANOS, CLOCK_ERROR_NANOS),
            contract -> contract.protectsPlainMemory(CLIENTS_PER_CLUSTER, 30, 1));
    }

    @ParameterizedTest
    @Tag("thorough")
    @MethodSource("locks")
    void theSameSeedGivesTheSameHistory(LockUnderTest lock) {
        assertThat(history(lock, 1)).isEqualTo(history(lock, 1)).isNotEqualTo(history(lock, 2));
    }

    private static long history(LockUnderTest lock, long seed) {
        final SimulatedWorld world = new SimulatedWorld(memoryBytes(lock), seed, LIMIT_NANOS);
        in(lock, seed, world, contract -> contract.protectsPlainMemory(CLIENTS_PER_CLUSTER, 5, seed));
        return world.traceHash();
    }

    @ParameterizedTest
    @MethodSource("locksAndWorlds")
    void readersShareAsTheLockSays(LockUnderTest lock, boolean cluster) {
        in(cluster, lock, Contract::sharesAsItSays);
    }

    @ParameterizedTest
    @MethodSource("locksAndWorlds")
    void triesLeaveNoTrace(LockUnderTest lock, boolean cluster) {
        in(cluster, lock, Contract::triesLeaveNoTrace);
    }

    @ParameterizedTest
    @MethodSource("locksAndWorlds")
    void clientsBooksAreKept(LockUnderTest lock, boolean cluster) {
        in(cluster, lock, Contract::keepsItsClientsBooks);
    }

    @ParameterizedTest
    @MethodSource("locksAndWorlds")
    void mistakesAreRefused(LockUnderTest lock, boolean cluster) {
        in(cluster, lock, Contract::refusesMistakes);
    }

    @ParameterizedTest
    @MethodSource("locksWithDeadlinesAndWorlds")
    void deadlinesAreHonouredWhereThereAreAny(LockUnderTest lock, boolean cluster) {
        in(cluster, lock, Contract::givesUpAtTheDeadline);
    }

    @ParameterizedTest
    @MethodSource("queues")
    void queuesServeInOrder(LockUnderTest lock) {
        inCluster(lock, 1, contract -> contract.servesInOrder(8));
    }

    @ParameterizedTest
    @MethodSource("fairLocks")
    void fairLocksBoundOvertaking(LockUnderTest lock) {
        inCluster(lock, 1, contract -> contract.boundsOvertaking(CLIENTS_PER_CLUSTER, 20));
    }

    /** All that can be asked of no lock: it serves one client only. */
    @Test
    void withoutLocksThereIsOneClientOnly() {
        try (NoLockTable table = new NoLockTable(SLOTS)) {
            final LockClient client = table.client();
            assertThatThrownBy(table::client).isInstanceOf(IllegalStateException.class).hasMessageContaining("one");
            assertThat(client.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            client.release(0);
            client.close();
            table.client().close();
            assertThat(table.busySlots()).isZero();
        }
    }

    static void in(boolean cluster, LockUnderTest lock, Consumer<Contract> check) {
        if (cluster) {
            inCluster(lock, 1, check);
        } else {
            inProcess(lock, 1, 1, check);
        }
    }

    static void inProcess(LockUnderTest lock, int clients, long seed, Consumer<Contract> check) {
        in(lock, seed, new InProcessWorld(memoryBytes(lock), lock.plain(), clients, seed, LIMIT_MILLIS), check);
    }

    static void inCluster(LockUnderTest lock, long seed, Consumer<Contract> check) {
        in(lock, seed, new SimulatedWorld(memoryBytes(lock), seed, LIMIT_NANOS), check);
    }

    static void in(LockUnderTest lock, long seed, World world, Consumer<Contract> check) {
        try (Deployment deployment = new Deployment(world, lock, SLOTS)) {
            check.accept(new Contract(deployment));
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError(lock + ", seed " + seed + ": " + failure.getMessage(), failure);
        }
    }

    static long memoryBytes(LockUnderTest lock) {
        return (lock.memoryBytes().applyAsLong(SLOTS) + 15) / 16 * 16;
    }
}
