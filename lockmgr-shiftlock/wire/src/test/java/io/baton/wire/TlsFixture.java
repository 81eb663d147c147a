package io.baton.wire;

import io.baton.fabric.Endpoint;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.testing.Certificates;
import io.baton.wire.tls.LaneSecurity;
import io.baton.wire.tls.LaneTls;
import io.baton.wire.tls.LaneTlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemNanoClock;

/** A lock server with TLS, a client of it that must not notice anything, and certificates. */
final class TlsFixture implements AutoCloseable {

    private static final int MEMORY_BYTES = 64 * 1024;

    final Certificates ours;
    final Certificates theirs;
    final List<String> log = Collections.synchronizedList(new ArrayList<>());
    /** Added to the server's clock. */
    final AtomicLong later = new AtomicLong();
    final LockServer server;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final InProcessFabric memory;
    private final Endpoint witness;
    private long counted;

    TlsFixture(Path folder) throws Exception {
        ours = new Certificates(folder.resolve("ours"));
        theirs = new Certificates(folder.resolve("theirs"));
        memory = new InProcessFabric(MEMORY_BYTES, () -> System.nanoTime() + later.get(), WaitPolicy.adaptive(1));
        opened.add(memory);
        server = server(encrypted(ours.forThisMachine("server")), "tcp:127.0.0.1:0");
        witness = connect(server, encrypted(ours.forThisMachine("witness"))).connect();
    }

    LockServer server(LaneSecurity security, String addresses) {
        final LockServer made = LockServer.start(memory, WireAddress.parseAll(addresses),
            LockServerOptions
                .of(Thread.ofPlatform().daemon().name("tls-server-", 0).factory(), new Random(opened.size()), log::add)
                .withSecurity(security));
        opened.add(made);
        return made;
    }

    /** A certificate of our authority, and trust in it. */
    LaneSecurity encrypted(Certificates.Pair own) throws IOException {
        return encrypted(own, ours);
    }

    LaneSecurity encrypted(Certificates.Pair own, Certificates trusted) throws IOException {
        return LaneSecurity.encrypted(
            LaneTls.open(new LaneTlsFiles(own.certificate(), own.key(), trusted.ca)));
    }

    WireFabric connect(LockServer to, LaneSecurity security) {
        return connect(to.addresses().getFirst().toString(), security);
    }

    WireFabric connect(String address, LaneSecurity security) {
        final WireFabric fabric = WireFabric.connect(WireAddress.parseAll(address), security,
            SystemNanoClock.INSTANCE, Thread.ofPlatform().daemon().factory());
        opened.add(fabric);
        return fabric;
    }

    /** The lane beside those of a test works as before. */
    void checkWitness() {
        final long before = witness.faa(0, 1);
        if (before != counted++) {
            throw new AssertionError("the word was " + before + " where it was counted up " + (counted - 1) + " times");
        }
    }

    /** Waits until so many lanes are open. */
    void awaitLanes(int count) {
        awaitLanes(server, count, log);
    }

    static void awaitLanes(LockServer server, int count, List<String> log) {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (server.lanes() != count) {
            if (System.nanoTime() > end) {
                throw new AssertionError(server.lanes() + " lanes are open instead of " + count + ": " + log);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws IOException {
        for (final AutoCloseable each : opened.reversed()) {
            try {
                each.close();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("could not close " + each, e);
            }
        }
    }
}
