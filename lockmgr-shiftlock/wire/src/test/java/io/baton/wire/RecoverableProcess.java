package io.baton.wire;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;

/** A client process with a session, here or in a JVM of its own. */
final class RecoverableProcess implements AutoCloseable {

    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().factory();
    private static final long JOIN_SECONDS = 20;

    final WireFabric fabric;
    final LockSession session;
    final ShiftLockTable table;

    RecoverableProcess(String address, long sessionMillis) {
        this(WireFabric.connect(List.of(WireAddress.parse(address)), SystemNanoClock.INSTANCE, THREADS),
            sessionMillis);
    }

    /** Another life of a process. */
    RecoverableProcess(WireFabric fabric, long sessionMillis) {
        this.fabric = fabric;
        this.session = LockSession.join(fabric, LockServer.RECOVERY_ROUTE, RecoveryServerMain.options(sessionMillis),
            System.nanoTime(), System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_SECONDS), THREADS);
        this.table = ShiftLockTable.recoverable(fabric, RecoveryServerMain.SLOTS, ShiftLockOptions.product(), session,
            THREADS);
    }

    @Override
    public void close() {
        session.close();
        table.close();
        fabric.close();
    }

    /**
     * {@code ADDRESS MILLIS}: holds lock 0 and waits for lock 1. When told to go on it writes data as the holder of
     * lock 0, and says what became of that, and of the next request.
     */
    public static void main(String[] arguments) throws IOException {
        final RecoverableProcess process = new RecoverableProcess(arguments[0], Long.parseLong(arguments[1]));
        final Endpoint data = process.fabric.connect();
        final LockClient holder = process.table.client();
        System.out.println("GOT " + holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE));
        data.writeWord(RecoveryServerMain.DATA, 1);
        final LockClient waiter = process.table.client();
        THREADS.newThread(() -> System.out.println(
            "WAITER " + waiter.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))).start();
        System.out.println("HOLDS " + holder.token(0).generation());
        if (System.in.read() < 0) {
            return;
        }
        try {
            data.writeWord(RecoveryServerMain.DATA, 2);
            System.out.println("WROTE");
        } catch (ConnectionLostException e) {
            System.out.println("REFUSED " + e.getMessage());
        }
        System.out.println("NEXT " + holder.acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE));
        final RecoverableProcess again = new RecoverableProcess(process.fabric, Long.parseLong(arguments[1]));
        System.out.println("AGAIN " + again.table.client().acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE));
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }
}
