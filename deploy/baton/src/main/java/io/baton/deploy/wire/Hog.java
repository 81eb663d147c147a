package io.baton.deploy.wire;

/** A thread that wants a processor all the time, or none. */
final class Hog implements AutoCloseable {

    private volatile boolean stopped;

    Hog(boolean wanted) {
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
