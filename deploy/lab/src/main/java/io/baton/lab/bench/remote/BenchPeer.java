package io.baton.lab.bench.remote;

import io.baton.deploy.command.EventLog;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.LockServer;
import io.baton.wire.LockServerOptions;
import io.baton.wire.WireAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/** The other process of a measurement: a lock server, and what answers bare pings. It ends with its standard input. */
final class BenchPeer {

    static final int SLOTS = 1 << 16;
    private static final long MEMORY_BYTES = ShiftLockTable.memoryBytes(SLOTS);
    static final String READY = "READY ";
    private static final String UNIX = "bare-unix";

    private BenchPeer() {
    }

    /**
     * Serves until standard input ends.
     *
     * @param arguments the folder of its sockets, and for a bare ring its file
     * @throws IOException if it cannot listen
     */
    public static void main(String[] arguments) throws IOException {
        EventLog.onlyWhereOpen();
        final Path folder = Path.of(arguments[0]);
        if (arguments.length > 1) {
            final BareRing ring = new BareRing(folder.resolve(arguments[1]), true);
            daemon(ring::echo);
            System.out.println(READY);
            awaitEnd();
            return;
        }
        try (ServerSocketChannel tcp = BareSocket.listenTcp();
            ServerSocketChannel unix = BareSocket.listenUnix(folder.resolve(UNIX));
            InProcessFabric memory = new InProcessFabric(MEMORY_BYTES, WaitPolicy.adaptive(1));
            LockServer server = LockServer.start(memory, addresses(folder), LockServerOptions.of(
                Thread.ofPlatform().daemon().factory(), new SecureRandom(), line -> System.err.println(line)))) {
            daemon(() -> serve(tcp));
            daemon(() -> serve(unix));
            System.out.println(READY + ((InetSocketAddress) tcp.getLocalAddress()).getPort() + " "
                + server.addresses().getLast());
            awaitEnd();
        }
    }

    static List<WireAddress> addresses(Path folder) {
        return WireAddress.parseAll("shm:" + folder.resolve("shm") + ",unix:" + folder.resolve("unix")
            + ",tcp:127.0.0.1:0");
    }

    static Path bareUnix(Path folder) {
        return folder.resolve(UNIX);
    }

    private static void serve(ServerSocketChannel listener) {
        try {
            BareSocket.serve(listener);
        } catch (IOException e) {
            return; // The process ends.
        }
    }

    private static void daemon(Runnable task) {
        Thread.ofPlatform().daemon().start(task);
    }

    /** Waits for the end of standard input. */
    static void awaitEnd() throws IOException {
        int read = System.in.read();
        while (read >= 0) {
            read = System.in.read();
        }
    }
}
