package io.baton.rival.contract;

import static io.baton.rival.contract.LockUnderTest.Fairness.ARRIVAL;
import static io.baton.rival.contract.LockUnderTest.Fairness.QUEUE;

import io.baton.lock.LockMode;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.rival.cas.CasTable;
import io.baton.rival.cas.RetryDelay;
import io.baton.rival.cas.RetryOnFailTable;
import io.baton.rival.drtm.DrTmClient;
import io.baton.rival.drtm.DrTmParameters;
import io.baton.rival.drtm.DrTmTable;
import io.baton.rival.dslr.DslrParameters;
import io.baton.rival.dslr.DslrTable;
import io.baton.rival.ncosed.NCosedTable;
import io.baton.rival.qplock.QpLockTable;
import io.baton.rival.queue.McsTable;
import io.baton.rival.queue.RmaRwTable;
import io.baton.rival.queue.RmaRwThresholds;
import io.baton.rival.served.RpcServer;
import io.baton.rival.served.RpcTable;
import io.baton.rival.served.TraditionalParameters;
import io.baton.rival.served.TraditionalServer;
import io.baton.rival.served.TraditionalTable;
import io.baton.wire.LockServer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Every lock that there is. */
final class Locks {

    /** ShiftLock with all that the product does. */
    static final String PRODUCT = "ShiftLock with batches, as in the product";

    /** The same with a session, so that its locks are recovered. */
    static final String SESSIONS = "ShiftLock with sessions and batches";

    /** What a client in real time does not outlive, even on a machine that has much else to do. */
    private static final long LONG_LEASE_NANOS = 20_000_000_000L;
    /** Where a DSLR counter is reset, so that it happens often: a little more than 64 clients can have under way. */
    private static final int SMALL_COUNT_MAX = 80;
    /** So many that a server's threads share its locks. */
    private static final int SERVER_THREADS = 3;

    private static final ShiftLockOptions PLAIN = ShiftLockOptions.product().withEntry(EntryFormat.PLAIN);

    private Locks() {
    }

    static List<LockUnderTest> all() {
        return List.of(
            shiftLock("ShiftLock as in the paper", ShiftLockOptions.paper()).fair(ARRIVAL),
            // Writers of a process that has the lock go before others who came earlier.
            shiftLock("ShiftLock as in the product", ShiftLockOptions.product()),
            shiftLock("ShiftLock as in the product, no local turns", ShiftLockOptions.product().withLocalTurns(0))
                .fair(ARRIVAL),
            shiftLock("ShiftLock with paced readers", ShiftLockOptions.paper().withPacedReaders(true)).fair(ARRIVAL),
            // One-sided: what is tried together goes before those who queue. Executed: chains.
            shiftLock("ShiftLock with batches",
                ShiftLockOptions.product().withCaching(false).withLocalTurns(0).withBatches(true)),
            shiftLock(PRODUCT, ShiftLockOptions.product().withBatches(true)),
            shiftLock("ShiftLock with N = 2", ShiftLockOptions.product().withThreshold(2)),
            // The queue is joined by a loop of CAS.
            shiftLock("ShiftLock-8", PLAIN),
            shiftLock("ShiftLock-8, nothing kept", PLAIN.withCaching(false).withLocalTurns(0))
                .fair(QUEUE).onPlainMemory(),
            shiftLock("ShiftLock-8 with N = 1", PLAIN.withThreshold(1)).onPlainMemory(),
            cas("CAS without backoff", RetryDelay.none()),
            cas("CAS with backoff", RetryDelay.paper()),
            drTm(),
            dslr("DSLR as ShiftLock's authors ran it", DslrParameters.paper()).fair(ARRIVAL),
            dslr("DSLR as in its paper", DslrParameters.original()).fair(ARRIVAL),
            // A client that finds the counters full backs off for a random time.
            dslr("DSLR with small counters", DslrParameters.paper().withCountMax(SMALL_COUNT_MAX)),
            LockUnderTest.exclusive("MCS", McsTable::memoryBytes,
                (world, slots) -> node -> new McsTable(world.fabric(node), slots, world.random())).fair(ARRIVAL),
            rmaRw("RMA-RW", RmaRwThresholds.paper()),
            rmaRw("RMA-RW with small thresholds", new RmaRwThresholds(2, 2)),
            LockUnderTest.sharing("Retry-on-Fail", RetryOnFailTable::memoryBytes,
                (world, slots) -> node -> new RetryOnFailTable(world.fabric(node), slots, world.random()))
                .honouringDeadlines(),
            // The queue is joined by a loop of CAS.
            LockUnderTest.sharing("N-CoSED", NCosedTable::memoryBytes,
                (world, slots) -> node -> new NCosedTable(world.fabric(node), slots, world.random())).fair(QUEUE),
            rpc(),
            traditional("Traditional", TraditionalParameters.paper()).fair(ARRIVAL),
            traditional("Traditional_RO", TraditionalParameters.paperReordering()).fair(ARRIVAL),
            qpLock("qplock").onTheServerToo(),
            // Within a cohort it is fair, but its queue is joined by a loop of CAS (Algorithm 2).
            qpLock("qplock, remote clients only").fair(QUEUE));
    }

    /** Those that a lock server of another process recovers. */
    static List<LockUnderTest> recovered() {
        return List.of(recovered("ShiftLock with sessions", ShiftLockOptions.product()),
            recovered(SESSIONS, ShiftLockOptions.product().withBatches(true)));
    }

    static boolean isRecovered(LockUnderTest lock) {
        return recovered().stream().anyMatch(each -> each.name().equals(lock.name()));
    }

    private static LockUnderTest recovered(String name, ShiftLockOptions options) {
        return LockUnderTest.sharing(name, ShiftLockTable::recoverableMemoryBytes, (world, slots) -> {
            final List<LockSession> sessions = new ArrayList<>();
            return LockUnderTest.served(() -> sessions.forEach(LockSession::close), node -> {
                final LockSession session = LockSession.join(world.fabric(node), LockServer.RECOVERY_ROUTE,
                    WireServerProcess.RECOVERY, world.now(), world.now() + LONG_LEASE_NANOS, world.threads());
                sessions.add(session);
                return ShiftLockTable.recoverable(world.fabric(node), slots, options, session, world.threads());
            });
        }).honouringDeadlines();
    }

    private static LockUnderTest shiftLock(String name, ShiftLockOptions options) {
        return LockUnderTest.sharing(name, ShiftLockTable::memoryBytes,
            (world, slots) -> node -> new ShiftLockTable(world.fabric(node), slots, options, world.threads()))
            .honouringDeadlines();
    }

    private static LockUnderTest cas(String name, RetryDelay backoff) {
        return LockUnderTest.exclusive(name, CasTable::memoryBytes,
            (world, slots) -> node -> new CasTable(world.fabric(node), slots, world.random(), backoff))
            .honouringDeadlines();
    }

    /**
     * A reader of DrTM is protected by a lease that can end while it reads, and learns that when it asks afterwards;
     * so a writer may be beside a reader that has not yet asked.
     */
    private static LockUnderTest drTm() {
        return LockUnderTest.sharing("DrTM", DrTmTable::memoryBytes,
            (world, slots) -> node -> new DrTmTable(world.fabric(node), slots, world.random(),
                world.isRealTime() ? new DrTmParameters(5_000_000, 0, 50_000) : DrTmParameters.paper()))
            .honouringDeadlines().leasedToReaders((client, slot) -> ((DrTmClient) client).leaseValid(slot));
    }

    /** A DSLR lock that is held for longer than its lease may be lost; in virtual time none is. */
    private static LockUnderTest dslr(String name, DslrParameters parameters) {
        return LockUnderTest.sharing(name, DslrTable::memoryBytes,
            (world, slots) -> node -> new DslrTable(world.fabric(node), slots, world.random(),
                world.isRealTime() ? parameters.withLease(LONG_LEASE_NANOS, 1) : parameters));
    }

    static LockUnderTest rmaRw(String name, RmaRwThresholds thresholds) {
        return LockUnderTest.sharing(name, RmaRwTable::memoryBytes,
            (world, slots) -> node -> new RmaRwTable(world.fabric(node), slots, world.random(), thresholds))
            .honouringDeadlines(EnumSet.of(LockMode.SHARED)).fair(ARRIVAL);
    }

    private static LockUnderTest rpc() {
        return LockUnderTest.sharing("RPC", RpcTable::memoryBytes, (world, slots) -> {
            final RpcServer server =
                new RpcServer(world.fabric(World.SERVER), slots, SERVER_THREADS, world.threads(), world.work());
            return LockUnderTest.served(
                server::close, node -> new RpcTable(world.fabric(node), slots, world.random(), server));
        }).honouringDeadlines();
    }

    private static LockUnderTest traditional(String name, TraditionalParameters parameters) {
        return LockUnderTest.sharing(name, TraditionalTable::memoryBytes, (world, slots) -> {
            final TraditionalServer server = new TraditionalServer(
                world.fabric(World.SERVER), slots, SERVER_THREADS, world.threads(), world.work(), parameters);
            return LockUnderTest.served(
                server::close, node -> new TraditionalTable(world.fabric(node), slots, world.random(), server));
        });
    }

    /** In process, every node has the memory in reach; only the server's may use that. */
    private static LockUnderTest qpLock(String name) {
        return LockUnderTest.exclusive(name, QpLockTable::memoryBytes,
            (world, slots) -> node -> new QpLockTable(world.fabric(node), slots, world.random(),
                node == World.SERVER ? QpLockTable.Parameters.paper() : QpLockTable.Parameters.paper().remote()));
    }
}
