package io.baton.wire;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import io.baton.wire.frame.WireLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the lock server: looks after some of the lanes, executes their verbs and answers.
 *
 * <p>It looks at the rings of its lanes in shared memory as long as that is likely to find something, then tells their
 * peers that it sleeps, looks once more, and sleeps on the selector, which sockets and bells wake.
 */
final class Executor implements Runnable {

    private static final long SLEEP_MILLIS = 1_000;
    /** How often a peer is looked at that has no room for an answer and cannot say when it has. */
    private static final long PAUSED_MILLIS = 1;
    /** How long a listener rests that could not take a lane. */
    private static final long REST_NANOS = 1_000_000_000;
    /**
     * A busy executor looks at its sockets after so many rounds over the rings, which is some ten microseconds: a look
     * is a call of the system, and takes as long as a round trip. A round that has found something counts as several.
     */
    private static final int ROUNDS_PER_SELECT = 2_048;
    private static final int BUSY_ROUNDS = 8;

    private final Selector selector;
    private final Endpoint endpoint;
    private final VerbRunner runner;
    private final @Nullable LocalWords words;
    private final UnsafeBuffer answer = new UnsafeBuffer(new byte[WireLimits.FRAME_BYTES_MAX]);
    private final NanoClock clock;
    private final int spins;
    private final List<ServerLane> rings = new ArrayList<>();
    private final List<ServerLane> strangers = new ArrayList<>();
    /** Keys of listeners that could not take a lane, as when there are no more files; they rest for a while. */
    private final List<SelectionKey> resting = new ArrayList<>();
    private final Consumer<Throwable> onFailure;
    private long restsUntil;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private int woken;
    private volatile @Nullable Thread own;
    private volatile boolean stopped;
    /** Nothing is looked after any more: the thread that brings a task now does it. */
    private volatile boolean ended;

    Executor(Fabric memory, int spins, Consumer<Throwable> onFailure) {
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector could be opened", e);
        }
        this.endpoint = memory.connect();
        this.runner = new VerbRunner(endpoint, memory);
        this.words = memory.localWords();
        this.clock = memory.clock();
        this.spins = spins;
        this.onFailure = onFailure;
    }

    VerbRunner runner() {
        return runner;
    }

    /** The memory without verbs, to be watched; null if it cannot be. */
    @Nullable
    LocalWords words() {
        return words;
    }

    /** Where an answer is put together. */
    UnsafeBuffer answer() {
        return answer;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Called by any thread: lets the executor do something soon. */
    void later(Runnable task) {
        tasks.add(task);
        selector.wakeup();
        if (ended) {
            doTasks();
        }
    }

    /** The same, without a call of the system if it is the executor's own thread that calls. */
    void soon(Runnable task) {
        tasks.add(task);
        if (!Thread.currentThread().equals(own)) {
            selector.wakeup();
        }
    }

    /** Looks after a listening socket, too. */
    void listen(Listener listener) {
        later(() -> {
            try {
                listener.channel().register(selector, SelectionKey.OP_ACCEPT, listener);
            } catch (ClosedChannelException | ClosedSelectorException e) {
                listener.close();
            }
        });
    }

    /** Looks after a lane from now on. */
    void adopt(ServerLane lane) {
        later(() -> {
            try {
                lane.key(lane.carrier.channel().register(selector, SelectionKey.OP_READ, lane));
                strangers.add(lane);
                if (lane.carrier.spins() > 0) {
                    rings.add(lane);
                }
            } catch (ClosedChannelException | ClosedSelectorException e) {
                lane.end(null);
            }
        });
    }

    /** Called by the executor's own thread. */
    void forget(ServerLane lane) {
        rings.remove(lane);
        strangers.remove(lane);
    }

    void stop() {
        stopped = true;
        selector.wakeup();
    }

    /** Runs until it is stopped. What ends it before ends the lanes: nobody would answer them any more. */
    @Override
    public void run() {
        own = Thread.currentThread();
        try {
            look();
        } catch (IOException | RuntimeException | Error e) {
            onFailure.accept(e);
        } finally {
            end();
        }
    }

    /** Gives back what an executor has that never ran. */
    void end() {
        try {
            doTasks();
            for (final SelectionKey key : List.copyOf(selector.keys())) {
                close(key);
            }
            selector.close();
        } catch (IOException e) {
            onFailure.accept(e);
        } finally {
            ended = true;
            // Either they are seen here, or who adds one sees that this is the end.
            doTasks();
            endpoint.close();
        }
    }

    private void doTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void look() throws IOException {
        int idle = 0;
        int rounds = 0;
        while (!stopped) {
            doTasks();
            if (rings.isEmpty() || idle > spins) {
                idle = sleep() ? 0 : idle;
            } else {
                idle = lookAtRings() > 0 ? 0 : idle + 1;
                if (idle > 0) {
                    Thread.onSpinWait();
                }
                rounds += idle > 0 ? 1 : BUSY_ROUNDS;
                if (rounds >= ROUNDS_PER_SELECT) {
                    rounds = 0;
                    selector.selectNow(this::onReady);
                    lookAtTheClock();
                }
            }
        }
    }

    private int lookAtRings() {
        int taken = 0;
        for (int i = rings.size() - 1; i >= 0; i--) {
            taken += rings.get(i).turn(false);
        }
        return taken;
    }

    /** Sleeps until something comes. Returns whether the rings are worth looking at again. */
    private boolean sleep() throws IOException {
        boolean nothing = true;
        boolean paused = false;
        for (int i = 0; i < rings.size(); i++) {
            nothing &= rings.get(i).carrier.arm();
            paused |= rings.get(i).isPaused();
        }
        woken = 0;
        if (!nothing) {
            selector.selectNow(this::onReady);
        } else {
            selector.select(this::onReady, paused ? PAUSED_MILLIS : SLEEP_MILLIS);
        }
        for (int i = 0; i < rings.size(); i++) {
            rings.get(i).carrier.disarm();
        }
        lookAtTheClock();
        return !nothing || paused || woken > 0;
    }

    private void lookAtTheClock() {
        if (!strangers.isEmpty() || !resting.isEmpty()) {
            final long now = clock.nanoTime();
            dismissStrangers(now);
            listenAgain(now);
        }
    }

    private void listenAgain(long now) {
        if (!resting.isEmpty() && now - restsUntil >= 0) {
            resting.stream().filter(SelectionKey::isValid).forEach(key -> key.interestOps(SelectionKey.OP_ACCEPT));
            resting.clear();
        }
    }

    private void rest(SelectionKey key) {
        key.interestOps(0);
        resting.add(key);
        restsUntil = clock.nanoTime() + REST_NANOS;
    }

    /** Ends lanes that have not said who they are in time. */
    private void dismissStrangers(long now) {
        for (int i = strangers.size() - 1; i >= 0; i--) {
            final ServerLane lane = strangers.get(i);
            if (!lane.isNew()) {
                strangers.remove(i);
            } else if (now - lane.since > WireLimits.HANDSHAKE_NANOS_MAX) {
                lane.end("closed, because it did not say who it is in time");
            }
        }
    }

    private void onReady(SelectionKey key) {
        woken++;
        switch (key.attachment()) {
            case ServerLane lane -> lane.turn(true);
            case Listener listener -> {
                if (!listener.accept()) {
                    rest(key);
                }
            }
            default -> throw new IllegalStateException("a key of " + key.attachment());
        }
    }

    private static void close(SelectionKey key) {
        switch (key.attachment()) {
            case ServerLane lane -> lane.end(null);
            case Listener listener -> listener.close();
            default -> key.cancel();
        }
    }
}
