package io.baton.storage.memory.junit;

/** The frame: what it runs has a class of this package on its stack. */
public final class QuietFrame {

    private QuietFrame() {
    }

    /** Runs it on this thread. On a virtual thread, whose stack Chronicle does not see, it is as without this frame. */
    public static void run(Runnable initialization) {
        initialization.run();
    }
}
