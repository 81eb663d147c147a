package io.baton.rival.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.rival.ToyTable;
import io.baton.rival.ToyTable.Fault;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
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
    private static final long LIMIT_MILLIS = 20_000;
    private static final long LIMIT_NANOS = 50_000_000;

    private static final String NOT_EXCLUSIVE = "beside a writer|writer is not alone|beside another|at work";
    private static final String STUCK = "have not ended|wait for ever";

    @Test
    void anUnspoiltToyKeepsTheContract() {
        for (final boolean cluster : new boolean[] {false, true}) {
            check(Fault.NONE, cluster, 1, contract -> contract.protectsPlainMemory(CLIENTS_IN_PROCESS, 30, 1));
            check(Fault.NONE, cluster, 1, Contract::sharesAsItSays);
            check(Fault.NONE, cluster, 1, Contract::triesLeaveNoTrace);
            check(Fault.NONE, cluster, 1, Contract::keepsItsClientsBooks);
            check(Fault.NONE, cluster, 1, Contract::refusesMistakes);
            check(Fault.NONE, cluster, 1, Contract::givesUpAtTheDeadline);
        }
    }

    /** Each fault, and what the failure must say. */
    static Stream<Arguments> faults() {
        return Stream.of(
            Arguments.of(Fault.NO_EXCLUSION, NOT_EXCLUSIVE),
            Arguments.of(Fault.READER_BESIDE_WRITER, NOT_EXCLUSIVE),
            Arguments.of(Fault.READER_LOOKS_FIRST, NOT_EXCLUSIVE),
            Arguments.of(Fault.WRITER_LOOKS_FIRST, NOT_EXCLUSIVE),
            Arguments.of(Fault.UPGRADE_BESIDE_READERS, NOT_EXCLUSIVE),
            Arguments.of(Fault.REFUSED_TRY_LEAKS, STUCK),
            Arguments.of(Fault.RELEASE_FORGOTTEN, STUCK),
            Arguments.of(Fault.LOST_WAKEUP, STUCK),
            Arguments.of(Fault.DEADLINE_LEAKS, STUCK),
            Arguments.of(Fault.ENTRY_LEAKS, "not free after the end"));
    }

    @ParameterizedTest
    @Tag("thorough")
    @MethodSource("faults")
    void manyClientsInTheClusterFindIt(Fault fault, String sentence) {
        for (long seed = 1; seed <= 3; seed++) {
            final long each = seed;
            rejects(fault, true, seed, sentence, contract -> contract.protectsPlainMemory(CLIENTS, 30, each));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_EXCLUSION", "READER_BESIDE_WRITER", "WRITER_LOOKS_FIRST", "UPGRADE_BESIDE_READERS"})
    void someClientsInProcessFindIt(Fault fault) {
        rejects(fault, false, 1, NOT_EXCLUSIVE, contract -> contract.protectsPlainMemory(CLIENTS_IN_PROCESS, 150, 1));
    }

    /** A machine that is slow does not make clients wait for ever. */
    @Test
    @Tag("thorough")
    void someClientsInProcessFindALostWakeup() {
        rejects(Fault.LOST_WAKEUP, false, 1, "wait for ever",
            contract -> contract.protectsPlainMemory(CLIENTS_IN_PROCESS, 150, 1));
    }

    static Stream<Arguments> faultsAndTheirChecks() {
        return Stream.of(
            fault(Fault.NO_EXCLUSION, "a try on a held lock", Contract::triesLeaveNoTrace),
            fault(Fault.REFUSED_TRY_LEAKS, "but was: BUSY", Contract::triesLeaveNoTrace),
            fault(Fault.NOT_SHARED, STUCK, Contract::sharesAsItSays),
            fault(Fault.DEADLINE_LEAKS, STUCK, Contract::givesUpAtTheDeadline),
            fault(Fault.NONE, "order of service", contract -> contract.servesInOrder(8)),
            fault(Fault.NONE, "was overtaken", contract -> contract.boundsOvertaking(CLIENTS, 20)));
    }

    @ParameterizedTest
    @MethodSource("faultsAndTheirChecks")
    void aCheckMadeForItFindsIt(Fault fault, String sentence, Consumer<Contract> check) {
        rejects(fault, true, 1, sentence, check);
    }

    private static Arguments fault(Fault fault, String sentence, Consumer<Contract> check) {
        return Arguments.of(fault, sentence, check);
    }

    private static void rejects(Fault fault, boolean cluster, long seed, String sentence, Consumer<Contract> check) {
        assertThatThrownBy(() -> check(fault, cluster, seed, check)).isInstanceOf(AssertionError.class)
            .hasMessageMatching("(?s).*(" + sentence + ").*");
    }

    private static void check(Fault fault, boolean cluster, long seed, Consumer<Contract> check) {
        final LockUnderTest toy = LockUnderTest.sharing("toy: " + fault, ToyTable::memoryBytes,
            (world, slots) -> node -> new ToyTable(world.fabric(node), slots, world.random(), fault))
            .honouringDeadlines();
        final long memoryBytes = ToyTable.memoryBytes(SLOTS);
        final World world = cluster
            ? new SimulatedWorld(memoryBytes, seed, LIMIT_NANOS)
            : new InProcessWorld(memoryBytes, false, CLIENTS_IN_PROCESS, seed, LIMIT_MILLIS);
        LockContractTest.in(toy, seed, world, check);
    }
}
