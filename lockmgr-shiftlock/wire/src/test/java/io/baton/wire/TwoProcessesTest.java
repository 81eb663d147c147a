package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Today's lock clients over each carrier, with the lock server in another process. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TwoProcessesTest {

    private static final int SLOTS = 8;
    private static final int ROUNDS = 300;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void writersOfTwoProcessesHandOneLockToEachOther(CarrierKind carrier) throws Exception {
        try (ChildJvm server =
            new ChildJvm(ServerMain.class, address(carrier), Long.toString(ShiftLockTable.memoryBytes(SLOTS)))) {
            final WireAddress address = WireAddress.parse(server.await("LISTENS"));
            final int[] counter = new int[1];
            final Thread[] clients = new Thread[3];
            for (int i = 0; i < clients.length; i++) {
                clients[i] = Thread.ofPlatform().start(() -> count(address, counter));
            }
            for (final Thread client : clients) {
                client.join();
            }
            assertThat(counter[0]).isEqualTo(clients.length * ROUNDS);
        }
    }

    /** One client of a fabric of its own: to the lock server it is a process. */
    private static void count(WireAddress address, int[] counter) {
        try (WireFabric fabric =
            WireFabric.connect(List.of(address), SystemNanoClock.INSTANCE, Thread.ofPlatform().daemon().factory());
            ShiftLockTable table =
                new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.paper(), Thread.ofPlatform().daemon().factory())) {
            final LockClient client = table.client();
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(client.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
                    .isEqualTo(LockOutcome.GRANTED);
                counter[0]++;
                client.release(0);
            }
            client.close();
        }
    }

    private String address(CarrierKind carrier) {
        return carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0" : carrier.scheme() + ":" + folder.resolve(carrier + "");
    }
}
