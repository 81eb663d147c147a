package io.baton.wire;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Does the arithmetic of TLS handshakes on a thread of its own: a millisecond for each client that connects, which
 * lanes at work do not wait for. A lane has one task here at most, so the lanes' limit is that of the queue.
 * Thread-safe.
 */
final class Handshakes implements Consumer<Runnable>, AutoCloseable {

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Consumer<Throwable> onFailure;
    private final Thread thread;
    private volatile boolean stopped;

    Handshakes(ThreadFactory threads, Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
        this.thread = threads.newThread(this::run);
    }

    void start() {
        thread.start();
    }

    @Override
    public void accept(Runnable task) {
        tasks.add(task);
    }

    private void run() {
        try {
            while (!stopped) {
                tasks.take().run();
            }
        } catch (InterruptedException e) {
            onFailure.accept(e);
        } catch (RuntimeException | Error e) {
            onFailure.accept(e);
            throw e;
        }
    }

    /** Waits for the task that is under way; no other begins. */
    @Override
    public void close() {
        stopped = true;
        tasks.add(() -> {});
        LockServer.join(thread);
    }
}
