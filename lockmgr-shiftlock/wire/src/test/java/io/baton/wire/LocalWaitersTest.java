package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.HoldState;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that wait for others of their process hear of a lock server that is gone (K3.5 of {@code 9-process.md}). */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalWaitersTest {

    /** So long that nothing here is decided by its end. */
    private static final long LONG_MILLIS = 600_000;
    private static final long LIMIT_SECONDS = 20;
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().factory();

    @TempDir
    private Path folder;

    private RecoveryServerMain server(CarrierKind carrier) {
        final String address = carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0"
            : carrier.scheme() + ":" + folder.resolve(carrier + "");
        return new RecoveryServerMain(WireAddress.parseAll(address), LONG_MILLIS, line -> {});
    }

    private static <T> CompletableFuture<T> start(Supplier<T> request) {
        return CompletableFuture.supplyAsync(request, task -> THREADS.newThread(task).start());
    }

    private static LockOutcome acquire(LockClient client) {
        return client.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
    }

    private static LockOutcome await(CompletableFuture<LockOutcome> request) throws Exception {
        return request.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static void until(BooleanSupplier reached) throws InterruptedException {
        final long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime() - limit).as("time at which the clients are where they should be").isNegative();
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsForAKeptLockIsTold(CarrierKind carrier) throws Exception {
        final RecoveryServerMain server = server(carrier);
        try (ClientProcess process = new ClientProcess(server)) {
            final LockClient holder = process.table.client();
            acquire(holder);
            holder.release(0);
            acquire(holder);
            final LockClient waiter = process.table.client();
            final CompletableFuture<LockOutcome> waits = start(() -> acquire(waiter));
            until(() -> process.table.describe().contains("EXCLUSIVE WAITS"));
            server.close();
            assertThat(await(waits)).isEqualTo(LockOutcome.LOST);
            assertThat(holder.releaseAndTell(0)).isEqualTo(LockOutcome.LOST);
        }
    }

    /** The leader has chosen it, and waits for the name of the writer that has queued at the server. */
    @ParameterizedTest
    @EnumSource
    void theHeirOfALeaderIsTold(CarrierKind carrier) throws Exception {
        final RecoveryServerMain server = server(carrier);
        try (ClientProcess process = new ClientProcess(server); ClientProcess other = new ClientProcess(server)) {
            final LockClient before = other.table.client();
            acquire(before);
            final LockClient leader = process.table.client();
            final CompletableFuture<LockOutcome> leads = start(() -> acquire(leader));
            until(() -> process.table.describe().contains("LED"));
            final LockClient heir = process.table.client();
            final CompletableFuture<LockOutcome> waits = start(() -> acquire(heir));
            until(() -> process.table.describe().contains("EXCLUSIVE WAITS"));
            before.release(0);
            assertThat(await(leads)).isEqualTo(LockOutcome.GRANTED);
            other.silent.losesSuccessors = true;
            final LockClient after = other.table.client();
            final CompletableFuture<LockOutcome> queued = start(() -> acquire(after));
            until(() -> LockInspector.entry(other.fabric, 0).tail() == LockInspector.route(after));
            final CompletableFuture<LockOutcome> release = start(() -> leader.releaseAndTell(0));
            until(() -> LockInspector.positions(leader).stream()
                .anyMatch(position -> position.state() == HoldState.RELEASES_TO_SUCCESSOR));
            server.close();
            assertThat(await(release)).isEqualTo(LockOutcome.LOST);
            assertThat(await(waits)).isEqualTo(LockOutcome.LOST);
            assertThat(await(queued)).isEqualTo(LockOutcome.LOST);
        }
    }

    /** A process with a session that keeps its locks at once. */
    private static final class ClientProcess implements AutoCloseable {

        private final Silent silent;
        private final Fabric fabric;
        private final LockSession session;
        private final ShiftLockTable table;

        ClientProcess(RecoveryServerMain server) {
            silent = new Silent(WireFabric.connect(
                List.of(server.addresses().getFirst()), SystemNanoClock.INSTANCE, THREADS));
            fabric = silent;
            session = LockSession.join(fabric, LockServer.RECOVERY_ROUTE, RecoveryServerMain.options(LONG_MILLIS),
                System.nanoTime(), System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS), THREADS);
            table = ShiftLockTable.recoverable(
                fabric, RecoveryServerMain.SLOTS, ShiftLockOptions.product(), 0, session, THREADS);
        }

        @Override
        public void close() {
            session.close();
            table.close();
            fabric.close();
        }
    }

    /** Loses all questions to the lock server, and from some time on all Successor notices. */
    private static final class Silent extends ForwardingFabric {

        private volatile boolean losesSuccessors;

        Silent(Fabric fabric) {
            super(fabric);
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                private final RecoveryNotice notice = new RecoveryNotice();

                private boolean isLost(DirectBuffer buffer, int offset) {
                    if (RecoveryNotice.isOne(buffer, offset)) {
                        notice.wrap(buffer, offset);
                        return notice.kind() == RecoveryNotice.SUSPECT;
                    }
                    return losesSuccessors && buffer.getByte(offset) == LockNotice.SUCCESSOR;
                }

                @Override
                public SendStatus send(long receiver, DirectBuffer buffer, int offset, int length) {
                    return isLost(buffer, offset) ? SendStatus.SENT : super.send(receiver, buffer, offset, length);
                }
            };
        }
    }
}
