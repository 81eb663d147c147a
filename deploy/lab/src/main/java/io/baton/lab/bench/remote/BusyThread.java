package io.baton.lab.bench.remote;

/** A thread that wants a processor all the time, or none. */
final class BusyThread implements AutoCloseable {

    private volatile boolean stopped;

    BusyThread(boolean wanted) {
        if (wanted) {
            Thread.ofPlatform().daemon().start(this::run);
        }
    }

    private void run() {
        while (!stopped) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        stopped = true;
    }
}
