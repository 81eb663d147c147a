package io.baton.wire;

import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import io.baton.fabric.Route;
import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.WireLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A lock server for other processes: executes their verbs on a fabric's memory, beside clients of this process, and
 * passes notices on. Thread-safe.
 */
public final class LockServer implements AutoCloseable {

    /**
     * Where client processes send their requests for the recovery of locks, whatever endpoint takes them at the server:
     * the first thing that a process has to know.
     */
    public static final long RECOVERY_ROUTE = Route.of(WireLimits.SERVER_NODE, Route.QUEUE_PAIR_MAX);

    private final Lanes lanes;
    private final LockServerOptions options;
    private final Fabric memory;
    private final List<Executor> executors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final @Nullable Handshakes handshakes;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    private LockServer(Fabric memory, LockServerOptions options) {
        this.memory = memory;
        this.options = options;
        this.lanes = new Lanes(memory.memoryBytes(), options);
        this.handshakes =
            options.security().tls() == null ? null : new Handshakes(options.threads(), this::fail);
    }

    /**
     * Starts to listen.
     *
     * @param memory whose verbs its callers execute themselves; stays the caller's, to be closed after the server
     * @param addresses where to listen, one or more
     * @param options how to run
     * @return the server
     * @throws UncheckedIOException if one of the addresses cannot be listened to, with that address
     */
    public static LockServer start(Fabric memory, List<WireAddress> addresses, LockServerOptions options) {
        final LockServer server = new LockServer(memory, options);
        boolean started = false;
        try {
            addresses.forEach(server::listen);
            server.lanes.places(server.addresses());
            server.startExecutors();
            started = true;
        } finally {
            if (!started) {
                server.listeners.forEach(Listener::close);
                server.close();
            }
        }
        return server;
    }

    private void startExecutors() {
        for (int i = 0; i < options.executors(); i++) {
            executors.add(new Executor(memory, options.spins(), this::fail));
        }
        listeners.forEach(executors.getFirst()::listen);
        if (handshakes != null) {
            handshakes.start();
        }
        for (final Executor executor : executors) {
            final Thread thread = options.threads().newThread(executor);
            thread.start();
            threads.add(thread);
        }
    }

    /**
     * Stops the server, because a thread that it cannot do without has failed: an executor, or a service beside it, as
     * recovery is. All lanes are closed, so that clients learn of it.
     *
     * @param why what has failed; the first counts
     */
    public void fail(Throwable why) {
        final String sentence = "the lock server stopped, because a thread of it failed: " + why;
        if (failure.compareAndSet(null, sentence)) {
            log(sentence);
        }
        executors.forEach(Executor::stop);
    }

    /** {@return why the server has stopped by itself, or null if it has not} */
    public @Nullable String failure() {
        return failure.get();
    }

    private void listen(WireAddress address) {
        try {
            final ServerSocketChannel channel = Sockets.listen(address, options.security());
            listeners.add(new Listener(channel, Sockets.bound(address, channel), this));
        } catch (IOException | IllegalArgumentException e) {
            throw new UncheckedIOException("cannot listen to " + address + ": " + e.getMessage(),
                e instanceof IOException io ? io : new IOException(e));
        }
    }

    /** {@return where it listens, with the ports that it has got} */
    public List<WireAddress> addresses() {
        return listeners.stream().map(Listener::address).toList();
    }

    /** {@return who may reach the memory} */
    public Gate gate() {
        return lanes;
    }

    /**
     * Returns the memory as a client on this node sees it that has to do with the processes behind the lanes: its
     * notices reach them, {@link io.baton.fabric.Endpoint#nextGone} tells whose lane has ended, and it has the gate.
     *
     * @return the fabric; closing it closes the memory
     */
    public Fabric fabric() {
        return new ServerFabric(memory, lanes);
    }

    /**
     * Says who recovers locks: from now on requests to {@link #RECOVERY_ROUTE} go there.
     *
     * @param route an endpoint of {@link #fabric()}
     * @throws IllegalStateException if the server lets in processes without a session: nobody would fence them
     */
    public void recoverAt(long route) {
        if (!options.sessionsOnly()) {
            throw new IllegalStateException("this lock server executes verbs of processes without a session, whose "
                + "locks nobody can recover; start it with LockServerOptions.withSessionsOnly()");
        }
        lanes.recoveryRoute(route);
    }

    /** {@return how many lanes are open} */
    public int lanes() {
        return lanes.open();
    }

    /** Called by an executor that listens. */
    void accept(SocketChannel channel, WireAddress address) {
        if (!lanes.admitLane()) {
            // First the line: who sees the lane closed finds the reason in the log.
            log("a lane at " + address + " refused: " + options.lanesMax() + " are open; start with a higher limit");
            Sockets.close(channel);
            return;
        }
        final Executor executor = executors.get(Math.floorMod(accepted.getAndIncrement(), executors.size()));
        try {
            final Carrier carrier = Carriers.accepted(channel, address, lanes.newSession() & Long.MAX_VALUE, options,
                handshakes == null ? Runnable::run : handshakes);
            executor.adopt(new ServerLane(
                executor, carrier, lanes, "at " + address + Sockets.peer(channel), memory.clock().nanoTime()));
        } catch (IOException | OutOfMemoryError e) {
            Sockets.close(channel);
            lanes.forget();
            log("a lane at " + address + " broken: " + e.getMessage());
        }
    }

    void log(String line) {
        options.log().accept(line);
    }

    /** Closes all lanes and waits for the executors, also of a server that has failed. Closing twice does nothing. */
    @Override
    public void close() {
        for (int i = 0; i < executors.size(); i++) {
            // The first gives new lanes to the others: it ends before they do.
            executors.get(i).stop();
            if (i < threads.size()) {
                join(threads.get(i));
            } else {
                executors.get(i).end();
            }
        }
        if (handshakes != null) {
            handshakes.close();
        }
    }

    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
