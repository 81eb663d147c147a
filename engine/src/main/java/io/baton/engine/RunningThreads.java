package io.baton.engine;

/**
 * Knows which threads are within a procedure of one engine. A call within a call is refused: it would be a transaction
 * of its own, which waits for the locks of the one around it.
 */
final class RunningThreads {

    private final ThreadLocal<Mark> marks = ThreadLocal.withInitial(Mark::new);

    /**
     * Begins a call of the calling thread.
     *
     * @return its mark, to be cleared at the end of the call
     * @throws IllegalStateException if the thread is within a call
     */
    Mark enter(String procedure) {
        final Mark mark = marks.get();
        final String outer = mark.procedure;
        if (!outer.isEmpty()) {
            throw new IllegalStateException("procedure " + procedure + " was called within procedure " + outer
                + "; hand the transaction to a method instead, then both are one transaction");
        }
        mark.procedure = procedure;
        return mark;
    }

    /** Throws if the calling thread is within a call. */
    void checkOutside(String what) {
        final String outer = marks.get().procedure;
        if (!outer.isEmpty()) {
            throw new IllegalStateException(what + " within procedure " + outer + " is not possible");
        }
    }

    /** What a thread is doing. */
    static final class Mark {
        /** The procedure that it runs, or empty. */
        private String procedure = "";

        void clear() {
            procedure = "";
        }
    }
}
