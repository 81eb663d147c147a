package io.baton.lab.server;

/** A connection. One thread at a time makes calls. */
interface Line extends AutoCloseable {

    /** What becomes of a call; on the calling thread before the call returns, unless the line does not wait. */
    interface Answered {

        void committed(Object result);

        /** The call has given up or failed, for a reason. */
        void ended(String message);
    }

    /** {@return whether a call returns only when it has been answered} */
    boolean waits();

    /** Calls a procedure. */
    void call(String procedure, Object[] arguments, Answered answered);

    @Override
    void close();
}
