package io.baton.storage;

import org.jspecify.annotations.Nullable;

/**
 * How long rows may be used, and by whom: until their storage or arena is closed or, for the rows of one transaction,
 * until it has ended and by its thread only. Every access through a {@link Row} looks here first, so that use after
 * the end is an exception, never a crash and never an access to what somebody else does with the same memory.
 *
 * <p>The fields are plain on purpose: they are read tens of times in a transaction of ten microseconds. A lifetime
 * with a thread is only ever ended by it, and another thread is refused whatever it sees of {@link #open}. For one
 * without, the thread that closes must know that no other is still at work.
 */
public final class Lifetime {
    private final String what;
    private final @Nullable Thread thread;

    /** True until ended. */
    private boolean open = true;

    Lifetime(String what) {
        this(what, null);
    }

    private Lifetime(String what, @Nullable Thread thread) {
        this.what = what;
        this.thread = thread;
    }

    /** {@return a lifetime that the calling thread begins, of rows that nobody else may use} */
    static Lifetime ofCaller(String what) {
        return new Lifetime(what, Thread.currentThread());
    }

    /** {@return a lifetime that is over, for rows that are not wrapped} */
    static Lifetime ended(String what) {
        var lifetime = new Lifetime(what);
        lifetime.open = false;
        return lifetime;
    }

    /** {@return whether the calling thread may go on} */
    @SuppressWarnings("ReferenceEquality") // A thread is itself.
    boolean admits() {
        return open && (thread == null || thread == Thread.currentThread());
    }

    boolean isOpen() {
        return open;
    }

    void end() {
        open = false;
    }

    void check() {
        if (!open) {
            throw over();
        }
    }

    IllegalStateException over() {
        final Thread owner = thread;
        return new IllegalStateException(owner == null || !open ? what
            : "this row belongs to a transaction of thread %s, but thread %s has used it; give it the values instead"
                .formatted(owner.getName(), Thread.currentThread().getName()));
    }
}
