package io.baton.lab.server.access;

/** A connection. One thread at a time makes calls. */
public interface Line extends AutoCloseable {

    /** What becomes of a call; on the calling thread before the call returns, unless the line does not wait. */
    interface Answered {

        /**
         * The call was committed.
         *
         * @param result as the access gives it
         */
        void committed(Object result);

        /**
         * The call has given up or failed.
         *
         * @param message the reason
         */
        void ended(String message);
    }

    /** {@return whether a call returns only when it has been answered} */
    boolean waits();

    /**
     * Calls a procedure.
     *
     * @param procedure its name in Baton
     * @param arguments as Baton takes them
     * @param answered is told what becomes of it
     */
    void call(String procedure, Object[] arguments, Answered answered);

    @Override
    void close();
}
