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
    @SuppressWarnings("ReferenceEquality") // One that is stored again would cost a memory fence.
    Mark enter(String procedure) {
        final Mark mark = marks.get();
        if (mark.inside) {
            throw new IllegalStateException("procedure " + procedure + " was called within procedure "
                + mark.procedure + "; hand the transaction to a method instead, then both are one transaction");
        }
        if (mark.procedure != procedure) {
            mark.procedure = procedure;
        }
        mark.inside = true;
        return mark;
    }

    /** Throws if the calling thread is within a call. */
    void checkOutside(String what) {
        final Mark mark = marks.get();
        if (mark.inside) {
            throw new IllegalStateException(what + " within procedure " + mark.procedure + " is not possible");
        }
    }

    /** What a thread is doing. */
    static final class Mark {
        private boolean inside;
        /** The procedure that it runs, or has run. */
        private String procedure = "";

        void clear() {
            inside = false;
        }
    }
}
