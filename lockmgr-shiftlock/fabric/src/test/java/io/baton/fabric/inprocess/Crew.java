package io.baton.fabric.inprocess;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a task on many threads that begin together, and hands on what goes wrong. */
final class Crew {

    /** What each thread does. */
    @FunctionalInterface
    interface Task {
        void run(int index) throws Exception;
    }

    private Crew() {
    }

    static void run(int threads, boolean virtual, Task task) {
        final CountDownLatch start = new CountDownLatch(1);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final List<Thread> crew = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            final int index = i;
            final Runnable body = () -> {
                try {
                    start.await();
                    task.run(index);
                } catch (Throwable thrown) {
                    failure.compareAndSet(null, thrown);
                }
            };
            crew.add(virtual ? Thread.ofVirtual().start(body) : Thread.ofPlatform().daemon().start(body));
        }
        start.countDown();
        try {
            for (Thread thread : crew) {
                thread.join();
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted before all threads had ended", interrupted);
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed", failure.get());
        }
    }
}
