package io.baton.storage;

/**
 * Whether the memory of a storage or arena is still there. Every access through a {@link Row} looks at {@link #open}
 * first, so that use after close is an exception and never a crash.
 *
 * <p>The field is plain on purpose: it is read tens of times in a transaction of ten microseconds. So the thread that
 * closes must know that no other thread is still at work (the engine ends its transactions first).
 */
final class Lifetime {
    private final String what;

    /** True until closed. */
    boolean open = true;

    Lifetime(String what) {
        this.what = what;
    }

    /** Returns a lifetime that is over, for rows that are not wrapped. */
    static Lifetime ended(String what) {
        var lifetime = new Lifetime(what);
        lifetime.open = false;
        return lifetime;
    }

    void check() {
        if (!open) {
            throw over();
        }
    }

    IllegalStateException over() {
        return new IllegalStateException(what);
    }
}
