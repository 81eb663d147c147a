package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.tls.LaneSecurity;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process is killed: who deals with it learns of it at once, and others go on. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeathTest {

    private static final int SLOTS = 8;

    @TempDir
    private Path folder;

    private String address(CarrierKind carrier) {
        return carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0" : carrier.scheme() + ":" + folder.resolve(carrier + "");
    }

    private ChildJvm server(CarrierKind carrier) throws Exception {
        return server(address(carrier));
    }

    private static ChildJvm server(String address) throws Exception {
        return new ChildJvm(ServerMain.class, address, Long.toString(ShiftLockTable.memoryBytes(SLOTS)));
    }

    private static WireFabric connect(WireAddress address) {
        return WireFabric.connect(List.of(address), SystemNanoClock.INSTANCE, Thread.ofPlatform().daemon().factory());
    }

    @ParameterizedTest
    @EnumSource
    void aKilledClientProcessIsGoneAndOthersGoOn(CarrierKind carrier) throws Exception {
        try (ChildJvm server = server(carrier)) {
            final WireAddress address = WireAddress.parse(server.await("LISTENS"));
            try (WireFabric fabric = connect(address);
                Endpoint endpoint = fabric.connect();
                ChildJvm client = new ChildJvm(ClientMain.class, address.toString(), "hold")) {
                final long route = Long.parseLong(client.await("HOLDS"));
                final UnsafeBuffer notice = new UnsafeBuffer(new byte[8]);
                assertThat(endpoint.send(route, notice, 0, 8)).isEqualTo(SendStatus.SENT);
                client.kill();
                final long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                while (endpoint.send(route, notice, 0, 8) != SendStatus.NO_SUCH_PEER) {
                    assertThat(System.nanoTime()).as("time at which the dead process is noticed").isLessThan(limit);
                }
                assertThat(endpoint.faa(16, 1)).isZero();
            }
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void whoWaitsForADeadLockServerIsTold(CarrierKind carrier) throws Exception {
        try (ChildJvm server = server(carrier)) {
            final WireAddress address = WireAddress.parse(server.await("LISTENS"));
            try (WireFabric fabric = connect(address);
                ShiftLockTable table = new ShiftLockTable(
                    fabric, SLOTS, ShiftLockOptions.paper(), Thread.ofPlatform().daemon().factory())) {
                final LockClient holder = table.client();
                holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                final LockClient waiter = table.client();
                final CompletableFuture<Void> waits = CompletableFuture.runAsync(
                    () -> waiter.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE),
                    task -> Thread.ofPlatform().daemon().start(task));
                server.kill();
                assertThatThrownBy(() -> waits.get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectionLostException.class);
                assertThatThrownBy(() -> holder.release(0)).isInstanceOf(ConnectionLostException.class);
            }
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void aLockServerFollowsAKilledOneAtItsPlace(CarrierKind carrier) throws Exception {
        try (ChildJvm first = server(carrier)) {
            final WireAddress address = WireAddress.parse(first.await("LISTENS"));
            try (WireFabric before = connect(address); Endpoint lost = before.connect()) {
                assertThat(lost.faa(16, 1)).isZero();
                first.kill();
                try (ChildJvm second = server(address.toString())) {
                    second.await("READY");
                    try (WireFabric after = connect(address); Endpoint endpoint = after.connect()) {
                        assertThat(endpoint.faa(16, 1)).as("in the memory of the second").isZero();
                    }
                    assertThatThrownBy(() -> lost.faa(16, 1)).isInstanceOf(ConnectionLostException.class);
                }
            }
        }
    }

    /** The client has died, too, or stands still, before it has mapped the file. */
    @Test
    @Tag("thorough")
    void whatAKilledLockServerLeavesInSharedMemoryIsRemovedByTheNext() throws Exception {
        try (ChildJvm first = server(CarrierKind.SHM)) {
            final WireAddress address = WireAddress.parse(first.await("LISTENS"));
            final Path directory = Sockets.directory(address);
            try (SocketChannel half = Sockets.connect(address, LaneSecurity.loopbackOnly())) {
                final Path file = directory.resolve("lane-" + Sockets.hear(
                    half, SystemNanoClock.INSTANCE, System.nanoTime() + TimeUnit.SECONDS.toNanos(10)));
                first.kill();
                assertThat(file).exists();
                try (ChildJvm second = server(address.toString())) {
                    second.await("READY");
                    assertThat(file).doesNotExist();
                    connect(address).close();
                }
            }
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void clientsOfTwoProcessesCountTogether(CarrierKind carrier) throws Exception {
        try (ChildJvm server = server(carrier)) {
            final String address = server.await("LISTENS");
            final Path counter = folder.resolve("counter");
            try (ChildJvm first = new ChildJvm(ClientMain.class, address, "count", counter.toString());
                ChildJvm second = new ChildJvm(ClientMain.class, address, "count", counter.toString())) {
                assertThat(first.awaitExit()).isZero();
                assertThat(second.awaitExit()).isZero();
                assertThat(ClientMain.counted(counter)).isEqualTo(2L * ClientMain.CLIENTS * ClientMain.ROUNDS);
            }
        }
    }
}
