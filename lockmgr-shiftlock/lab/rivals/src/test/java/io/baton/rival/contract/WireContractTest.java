package io.baton.rival.contract;

import io.baton.testing.Seeds;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** ShiftLock keeps the contract over every carrier, with the lock server in a process of its own. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireContractTest {

    private static final long LIMIT_MILLIS = 20_000;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private WireServerProcess server;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        server = new WireServerProcess(folder);
    }

    @AfterAll
    void end() {
        server.close();
    }

    /**
     * Every lock over one carrier, and two over every carrier, one of which is recovered; {@link EveryWireContractTest}
     * has all pairs.
     */
    Stream<Arguments> locksAndCarriers() {
        return pairs().filter(pair -> pair.get()[1].equals("unix")
            || ((LockUnderTest) pair.get()[0]).name().equals(Locks.PRODUCT)
            || ((LockUnderTest) pair.get()[0]).name().equals(Locks.SESSIONS));
    }

    static Stream<Arguments> pairs() {
        return Stream.concat(Locks.all().stream().filter(lock -> lock.name().startsWith("ShiftLock")),
            Locks.recovered().stream())
            .flatMap(lock -> Stream.of("tcp", WireServerProcess.TLS, "unix", "shm")
                .map(scheme -> Arguments.of(lock, scheme)));
    }

    @ParameterizedTest
    @MethodSource("locksAndCarriers")
    void eightClients(LockUnderTest lock, String scheme) {
        final long seed = seeds.next();
        over(lock, scheme, seed, contract -> contract.protectsPlainMemory(8, 20, seed));
    }

    /** Virtual threads, which never read a lane themselves. */
    @ParameterizedTest
    @Tag("thorough")
    @MethodSource("locksAndCarriers")
    void fortyClients(LockUnderTest lock, String scheme) {
        final long seed = seeds.next();
        over(lock, scheme, seed, contract -> contract.protectsPlainMemory(40, 3, seed));
    }

    @ParameterizedTest
    @MethodSource("locksAndCarriers")
    void readersShare(LockUnderTest lock, String scheme) {
        over(lock, scheme, 1, Contract::sharesAsItSays);
    }

    @ParameterizedTest
    @MethodSource("locksAndCarriers")
    void triesLeaveNoTrace(LockUnderTest lock, String scheme) {
        over(lock, scheme, 1, Contract::triesLeaveNoTrace);
    }

    @ParameterizedTest
    @MethodSource("locksAndCarriers")
    void clientsBooksAreKept(LockUnderTest lock, String scheme) {
        over(lock, scheme, 1, Contract::keepsItsClientsBooks);
    }

    @ParameterizedTest
    @MethodSource("locksAndCarriers")
    void mistakesAreRefused(LockUnderTest lock, String scheme) {
        over(lock, scheme, 1, Contract::refusesMistakes);
    }

    @ParameterizedTest
    @MethodSource("locksAndCarriers")
    void deadlinesAreHonoured(LockUnderTest lock, String scheme) {
        over(lock, scheme, 1, Contract::givesUpAtTheDeadline);
    }

    private void over(LockUnderTest lock, String scheme, long seed, Consumer<Contract> check) {
        LockContractTest.in(lock, seed,
            new WireWorld(server, scheme, LockContractTest.memoryBytes(lock),
                Locks.isRecovered(lock) ? LockContractTest.SLOTS : 0, seed, LIMIT_MILLIS),
            check);
    }
}
