package io.baton.storage;

import org.jspecify.annotations.Nullable;

/**
 * How long rows may be used, and by whom: until their storage or arena is closed or, for the rows of one transaction,
 * until it has ended and by its thread only. Every access through a {@link Row} looks here first, so that use after
 * the end is an exception, never a crash and never an access to another use of the same memory.
 *
 * <p>One object serves an arena's transactions one after the other; each has a term of its own, which its rows
 * remember. So nothing stores a reference on the usual path: under the garbage collectors that the JVM prefers, that
 * costs a memory fence, and there were several in a transaction of half a microsecond.
 *
 * <p>The fields are plain on purpose: they are read tens of times in a transaction. A thread that was handed a row
 * safely sees whose it is. For a lifetime without a thread, the thread that closes must know that no other is still at
 * work.
 */
public final class Lifetime {

    /** The term of a row that is not wrapped. */
    static final long NEVER = -1;
    private static final long OVER = -2;

    private final String what;
    /** The only one that may use the rows, or null. */
    private @Nullable Thread thread;
    /** Which rows may be used: those of this term. */
    private long term;

    Lifetime(String what) {
        this.what = what;
    }

    /** Begins the next term, of rows that only the calling thread may use. */
    @SuppressWarnings("ReferenceEquality") // A thread is itself.
    void beginTerm() {
        final Thread caller = Thread.currentThread();
        if (thread != caller) {
            thread = caller;
        }
        term++;
    }

    /** Ends the term, before another begins. */
    void endTerm() {
        term++;
    }

    long term() {
        return term;
    }

    /** Whether the calling thread may use rows of a term. */
    @SuppressWarnings("ReferenceEquality") // A thread is itself.
    boolean admits(long rowTerm) {
        return rowTerm == term && (thread == null || thread == Thread.currentThread());
    }

    boolean isOpen() {
        return term >= 0;
    }

    /** Ends it for good. */
    void end() {
        term = OVER;
    }

    void check() {
        if (term < 0) {
            throw over(term);
        }
    }

    /** The message for a use of a row outside of its term. */
    IllegalStateException over(long rowTerm) {
        final Thread owner = thread;
        return new IllegalStateException(owner == null || rowTerm != term || !isOpen() ? what
            : "this row belongs to a transaction of thread %s, but thread %s has used it; give it the values instead"
                .formatted(owner.getName(), Thread.currentThread().getName()));
    }
}
