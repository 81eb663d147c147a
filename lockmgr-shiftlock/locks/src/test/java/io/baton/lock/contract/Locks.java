package io.baton.lock.contract;

import io.baton.lock.ShiftLockOptions;
import io.baton.lock.ShiftLockTable;
import io.baton.lock.rival.QpLockTable;
import java.util.List;

/** Every lock that there is. */
final class Locks {

    private Locks() {
    }

    static List<LockUnderTest> all() {
        return List.of(
            shiftLock("ShiftLock as in the paper", ShiftLockOptions.paper()),
            shiftLock("ShiftLock as in the product", ShiftLockOptions.product()),
            shiftLock("ShiftLock with N = 2", ShiftLockOptions.product().withThreshold(2)),
            qpLock("qplock").onTheServerToo(),
            qpLockOfOneCohort());
    }

    private static LockUnderTest shiftLock(String name, ShiftLockOptions options) {
        return LockUnderTest.sharing(name, options.threshold() > 8, ShiftLockTable::memoryBytes,
            (world, slots) -> node -> new ShiftLockTable(world.fabric(node), slots, options, world.threads()))
            .honouringDeadlines();
    }

    /** In process, every node has the memory in reach; only the server's may use that. */
    private static LockUnderTest qpLock(String name) {
        return LockUnderTest.exclusive(name, false, QpLockTable::memoryBytes,
            (world, slots) -> node -> new QpLockTable(world.fabric(node), slots, world.random(),
                node == World.SERVER ? QpLockTable.Parameters.paper() : QpLockTable.Parameters.paper().remote()));
    }

    /** Within a cohort the lock is fair. */
    private static LockUnderTest qpLockOfOneCohort() {
        final LockUnderTest both = qpLock("qplock, remote clients only");
        return LockUnderTest.exclusive(both.name(), true, both.memoryBytes(), both.setup());
    }
}
