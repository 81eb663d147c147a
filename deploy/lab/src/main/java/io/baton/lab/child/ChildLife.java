package io.baton.lab.child;

import java.io.IOException;

/** How a child ends: with its parent, or when one of its threads fails. */
public final class ChildLife {

    private static final int FAILED = 3;

    private ChildLife() {
    }

    /**
     * Called first by a child's main method.
     *
     * @param main its class, named in the log
     */
    public static void begin(Class<?> main) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            // The logger of the JDK writes to standard error, with the stack.
            System.getLogger(main.getName()).log(System.Logger.Level.ERROR, thread.getName(), thrown);
            Runtime.getRuntime().halt(FAILED);
        });
        Thread.ofPlatform().daemon().name("parent-watch").start(ChildLife::endWithParent);
    }

    /** The parent never writes to this pipe: it ends when the parent does. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing that is said here counts.
            }
        } catch (IOException e) {
            // Nor does why it has ended.
        }
        Runtime.getRuntime().halt(FAILED);
    }
}
