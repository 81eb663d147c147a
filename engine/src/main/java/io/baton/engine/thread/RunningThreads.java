package io.baton.engine.thread;

/**
 * Knows which threads are within a procedure of one engine. A call within a call is refused: it would be a transaction
 * of its own, which waits for the locks of the one around it.
 */
public final class RunningThreads {

    private final ThreadLocal<Mark> marks = ThreadLocal.withInitial(Mark::new);

    /** The calling thread's mark, for {@link Mark#enter} and {@link Mark#leave}. */
    public Mark mark() {
        return marks.get();
    }

    /** Throws if the calling thread is within a call. */
    public void checkOutside(String what) {
        final Mark mark = marks.get();
        if (mark.inside) {
            throw new IllegalStateException(what + " within procedure " + mark.procedure + " is not possible");
        }
    }

    /** What a thread is doing. */
    public static final class Mark {
        private final Thread thread = Thread.currentThread();
        private boolean inside;
        /** The procedure that it runs, or has run. */
        private String procedure = "";

        private Mark() {
        }

        /** Whether it is the calling thread's. */
        @SuppressWarnings("ReferenceEquality") // A thread is itself.
        public boolean isOfCaller() {
            return thread == Thread.currentThread();
        }

        /**
         * Begins a call.
         *
         * @throws IllegalStateException if the thread is within a call
         */
        @SuppressWarnings("ReferenceEquality") // One that is stored again would cost a memory fence.
        public void enter(String newProcedure) {
            if (inside) {
                throw new IllegalStateException("procedure " + newProcedure + " was called within procedure "
                    + procedure + "; hand the transaction to a method instead, then both are one transaction");
            }
            if (procedure != newProcedure) {
                procedure = newProcedure;
            }
            inside = true;
        }

        /** Ends it. */
        public void leave() {
            inside = false;
        }
    }
}
