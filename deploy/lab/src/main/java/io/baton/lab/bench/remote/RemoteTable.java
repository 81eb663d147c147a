package io.baton.lab.bench.remote;

import io.baton.fabric.Address;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Fabric;
import io.baton.fabric.JoinedFabric;
import io.baton.lock.JoinedLockTable;
import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.LockServer;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A process's lock table at lock servers, with the lanes to them. With sessions there is one at each server, and a
 * table with it; without, one table spans the memories of all. Thread-safe.
 */
final class RemoteTable implements LockTable {

    private static final Duration JOIN_MAX = Duration.ofSeconds(5);

    private final WireFabric fabric;
    /** Null without sessions. */
    private final @Nullable LockSession session;
    private final ShiftLockTable table;

    private RemoteTable(WireFabric fabric, @Nullable LockSession session, ShiftLockTable table) {
        this.fabric = fabric;
        this.session = session;
        this.table = table;
    }

    /** The clocks and threads of this process. */
    record Machine(NanoClock clock, EpochClock wallClock, ThreadFactory threads) {
    }

    /**
     * Opens the table of a case.
     *
     * @throws UncheckedIOException if a lock server is not reached, or opens no session; it says so in one sentence
     * @throws IllegalArgumentException if lock servers with sessions differ in their numbers of locks
     */
    static LockTable open(RemoteCase of, LaneSecurity security, Machine machine) {
        final RecoveryOptions recovery = of.session();
        if (recovery == null) {
            return open(of, connect(of.servers(), security, machine), machine);
        }
        final List<WireAddress> servers = of.servers();
        return servers.size() == 1 ? join(of, servers.getFirst(), recovery, security, machine)
            : JoinedLockTable.open(servers.size(), i -> join(of, servers.get(i), recovery, security, machine));
    }

    static WireFabric connect(List<WireAddress> servers, LaneSecurity security, Machine machine) {
        return WireFabric.connect(servers, security, machine.clock(), machine.threads());
    }

    private static LockTable open(RemoteCase of, WireFabric fabric, Machine machine) {
        final Fabric joined = joined(fabric);
        final int slots =
            (int) Math.min(ShiftLockTable.SLOTS_MAX, joined.memoryBytes() / ShiftLockTable.memoryBytes(1));
        return new RemoteTable(
            fabric, null, new ShiftLockTable(joined, slots, of.options().options(), machine.threads()));
    }

    private static LockTable join(RemoteCase of, WireAddress server, RecoveryOptions recovery, LaneSecurity security,
            Machine machine) {
        final WireFabric fabric = connect(List.of(server), security, machine);
        boolean complete = false;
        try {
            final LockSession session = LockSession.join(fabric, LockServer.RECOVERY_ROUTE, recovery,
                machine.wallClock().time(), machine.clock().nanoTime() + JOIN_MAX.toNanos(), machine.threads());
            final int slots = (int) ((fabric.memoryBytes() - ShiftLockTable.recoverableMemoryBytes(0))
                / ShiftLockTable.memoryBytes(1));
            final LockTable table = new RemoteTable(fabric, session,
                ShiftLockTable.recoverable(fabric, slots, of.options().options(), session, machine.threads()));
            complete = true;
            return table;
        } catch (ConnectionLostException gone) {
            throw new UncheckedIOException(new IOException("lock server " + server + " has opened no session within "
                + JOIN_MAX.toSeconds() + " s; one without sessions is measured with --session none", gone));
        } finally {
            if (!complete) {
                fabric.close();
            }
        }
    }

    private static Fabric joined(WireFabric fabric) {
        long bytes = Long.MAX_VALUE;
        for (int server = 0; server < fabric.servers(); server++) {
            bytes = Math.min(bytes, fabric.memoryBytes(server));
        }
        return fabric.servers() == 1 ? fabric
            : new JoinedFabric(fabric, fabric.servers(), Math.min(bytes, Address.offset(-1L)));
    }

    @Override
    public int slots() {
        return table.slots();
    }

    @Override
    public LockClient client() {
        return table.client();
    }

    @Override
    public long busySlots() {
        return table.busySlots();
    }

    /** What the process keeps is given back while its session stands. */
    @Override
    public void close() {
        table.close();
        if (session != null) {
            session.close();
        }
        fabric.close();
    }
}
