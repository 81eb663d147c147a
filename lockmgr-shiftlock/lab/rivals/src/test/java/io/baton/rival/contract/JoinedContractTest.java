package io.baton.rival.contract;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.JoinedLockTable;
import io.baton.lock.LockTable;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Joined tables in one process keep the contract, each lock at a table of its own. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JoinedContractTest {

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private static final LockUnderTest JOINED = LockUnderTest.sharing("ShiftLock in joined tables",
        slots -> ShiftLockTable.memoryBytes(1), (world, slots) -> {
            final List<InProcessFabric> fabrics = new ArrayList<>();
            final LockTable all = JoinedLockTable.open(slots, i -> {
                fabrics.add(new InProcessFabric(ShiftLockTable.memoryBytes(1), WaitPolicy.adaptive(1)));
                return new ShiftLockTable(fabrics.getLast(), 1, ShiftLockOptions.product(), world.threads());
            });
            return LockUnderTest.served(() -> fabrics.forEach(InProcessFabric::close), node -> all);
        }).honouringDeadlines();

    @Test
    void itProtectsPlainMemory() {
        final long seed = seeds.next();
        LockContractTest.inProcess(JOINED, 8, seed, contract -> contract.protectsPlainMemory(8, 20, seed));
        LockContractTest.inProcess(JOINED, 64, seed, contract -> contract.protectsPlainMemory(64, 6, seed));
    }

    @Test
    void itKeepsTheRestOfTheContract() {
        LockContractTest.inProcess(JOINED, 1, 1, Contract::sharesAsItSays);
        LockContractTest.inProcess(JOINED, 1, 1, Contract::triesLeaveNoTrace);
        LockContractTest.inProcess(JOINED, 1, 1, Contract::keepsItsClientsBooks);
        LockContractTest.inProcess(JOINED, 1, 1, Contract::refusesMistakes);
        LockContractTest.inProcess(JOINED, 1, 1, Contract::givesUpAtTheDeadline);
    }
}
