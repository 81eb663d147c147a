package io.baton.lock.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.lock.rival.ToyTable;
import io.baton.lock.rival.ToyTable.Fault;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract rejects locks with a mistake, each by the check that is made for it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlantedMistakesTest {

    private static final int SLOTS = 5;
    private static final int CLIENTS = 24;
    private static final int CLIENTS_IN_PROCESS = 8;
    private static final long LIMIT_MILLIS = 400;
    private static final long LIMIT_OF_THE_SOUND_MILLIS = 20_000;
    private static final long LIMIT_NANOS = 50_000_000;

    @Test
    void anUnspoiltToyKeepsTheContract() {
        for (int client = 0; client < 2; client++) {
            final boolean cluster = client == 1;
            check(Fault.NONE, cluster, 1, contract -> contract.protectsPlainMemory(CLIENTS_IN_PROCESS, 30, 1));
            check(Fault.NONE, cluster, 1, Contract::sharesAsItSays);
            check(Fault.NONE, cluster, 1, Contract::triesLeaveNoTrace);
            check(Fault.NONE, cluster, 1, Contract::keepsItsClientsBooks);
            check(Fault.NONE, cluster, 1, Contract::refusesMistakes);
            check(Fault.NONE, cluster, 1, Contract::givesUpAtTheDeadline);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_EXCLUSION", "READER_BESIDE_WRITER", "READER_LOOKS_FIRST", "WRITER_LOOKS_FIRST",
        "UPGRADE_BESIDE_READERS", "REFUSED_TRY_LEAKS", "RELEASE_FORGOTTEN", "LOST_WAKEUP", "DEADLINE_LEAKS"})
    void manyClientsInTheClusterFindIt(Fault fault) {
        for (long seed = 1; seed <= 3; seed++) {
            rejects(fault, true, seed, contract -> contract.protectsPlainMemory(CLIENTS, 30, 1));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_EXCLUSION", "READER_BESIDE_WRITER", "WRITER_LOOKS_FIRST", "UPGRADE_BESIDE_READERS",
        "REFUSED_TRY_LEAKS", "RELEASE_FORGOTTEN", "LOST_WAKEUP", "DEADLINE_LEAKS"})
    void someClientsInProcessFindIt(Fault fault) {
        rejects(fault, false, 1, contract -> contract.protectsPlainMemory(CLIENTS_IN_PROCESS, 150, 1));
    }

    static Stream<Arguments> faultsAndTheirChecks() {
        return Stream.of(
            fault(Fault.NO_EXCLUSION, "two readers or writers", Contract::triesLeaveNoTrace),
            fault(Fault.REFUSED_TRY_LEAKS, "a try that leaves a trace", Contract::triesLeaveNoTrace),
            fault(Fault.NOT_SHARED, "readers that exclude each other", Contract::sharesAsItSays),
            fault(Fault.DEADLINE_LEAKS, "a deadline that leaves a trace", Contract::givesUpAtTheDeadline),
            fault(Fault.NONE, "an order that is not that of arrival", contract -> contract.servesInOrder(8)),
            fault(Fault.NONE, "overtaking", contract -> contract.boundsOvertaking(CLIENTS, 20)));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("faultsAndTheirChecks")
    void aCheckMadeForItFindsIt(Fault fault, String what, Consumer<Contract> check) {
        rejects(fault, true, 1, check);
    }

    private static Arguments fault(Fault fault, String what, Consumer<Contract> check) {
        return Arguments.of(fault, what, check);
    }

    private static void rejects(Fault fault, boolean cluster, long seed, Consumer<Contract> check) {
        assertThatThrownBy(() -> check(fault, cluster, seed, check)).isInstanceOf(AssertionError.class);
    }

    private static void check(Fault fault, boolean cluster, long seed, Consumer<Contract> check) {
        final LockUnderTest toy = LockUnderTest.sharing("toy: " + fault, ToyTable::memoryBytes,
            (world, slots) -> node -> new ToyTable(world.fabric(node), slots, world.random(), fault))
            .honouringDeadlines();
        final long memoryBytes = ToyTable.memoryBytes(SLOTS);
        final World world = cluster
            ? new SimulatedWorld(memoryBytes, seed, LIMIT_NANOS)
            : new InProcessWorld(memoryBytes, CLIENTS_IN_PROCESS, seed,
                fault == Fault.NONE ? LIMIT_OF_THE_SOUND_MILLIS : LIMIT_MILLIS);
        LockContractTest.in(toy, seed, world, check);
    }
}
