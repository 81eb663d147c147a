package io.baton.wire;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lock server that recovers locks, in a process of its own or in the test's. */
final class RecoveryServerMain implements AutoCloseable {

    static final int SLOTS = 8;
    /** A word of data behind the locks, which only who passes the gate can write. */
    static final long DATA = ShiftLockTable.recoverableMemoryBytes(SLOTS);
    private static final long INCARNATION = 7;
    private static final long LEASE_NANOS = 20_000_000;

    private final InProcessFabric memory;
    private final LockServer server;
    private final RecoveryServer recovery;

    RecoveryServerMain(List<WireAddress> addresses, long sessionMillis, Consumer<String> log) {
        final ThreadFactory threads = Thread.ofPlatform().daemon().factory();
        memory = new InProcessFabric(DATA + 16, WaitPolicy.adaptive(1));
        server = LockServer.start(memory, addresses,
            LockServerOptions.of(threads, new Random(), log).withSessionsOnly());
        recovery = new RecoveryServer(server.fabric(), SLOTS, options(sessionMillis), INCARNATION, threads,
            event -> log.accept(event.toString()), server::fail);
        server.recoverAt(recovery.route());
    }

    static RecoveryOptions options(long sessionMillis) {
        return RecoveryOptions.product().withTimes(LEASE_NANOS, sessionMillis * 1_000_000);
    }

    List<WireAddress> addresses() {
        return server.addresses();
    }

    @Nullable
    String failure() {
        return server.failure();
    }

    @Override
    public void close() {
        recovery.close();
        server.close();
        memory.close();
    }

    /** {@code ADDRESSES MILLIS}: listens until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        try (RecoveryServerMain main = new RecoveryServerMain(WireAddress.parseAll(arguments[0]),
            Long.parseLong(arguments[1]), line -> System.out.println(line))) {
            main.addresses().forEach(address -> System.out.println("LISTENS " + address));
            System.out.println("READY");
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
