package io.baton.wire;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;

/** Lock clients that are a process of their own. */
final class ClientMain {

    static final int CLIENTS = 3;
    static final int ROUNDS = 200;
    private static final int SLOTS = 8;

    private ClientMain() {
    }

    /** {@code ADDRESS hold}: holds a lock until killed; {@code ADDRESS count FILE}: adds to a number in a file. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (WireFabric fabric = WireFabric.connect(WireAddress.parseAll(arguments[0]), SystemNanoClock.INSTANCE,
            Thread.ofPlatform().daemon().factory());
            ShiftLockTable table = new ShiftLockTable(
                fabric, SLOTS, ShiftLockOptions.product(), Thread.ofPlatform().daemon().factory())) {
            if (arguments[1].equals("hold")) {
                table.client().acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                System.out.println("HOLDS " + fabric.connect().route());
                while (System.in.read() >= 0) {
                    Thread.onSpinWait();
                }
            } else {
                countAll(table, Path.of(arguments[2]));
            }
        }
    }

    private static void countAll(ShiftLockTable table, Path file) throws IOException, InterruptedException {
        final MappedByteBuffer counter = map(file);
        final List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofPlatform().start(() -> count(table, counter)));
        }
        for (final Thread client : clients) {
            client.join();
        }
    }

    private static void count(ShiftLockTable table, MappedByteBuffer counter) {
        final LockClient client = table.client();
        for (int round = 0; round < ROUNDS; round++) {
            client.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            counter.putLong(0, counter.getLong(0) + 1);
            client.release(0);
        }
        client.close();
    }

    static long counted(Path file) throws IOException {
        return map(file).getLong(0);
    }

    private static MappedByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
        }
    }
}
