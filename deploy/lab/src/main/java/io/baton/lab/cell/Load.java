package io.baton.lab.cell;

import io.baton.lock.LockList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** What clients do with the locks. Equal loads are the same load; immutable. */
public interface Load {

    /**
     * Prepares the load, which may take a while.
     *
     * @param seed decides everything that is random in what all clients share, such as a trace
     * @return the load, ready to be run; the same seed gives the same
     */
    Ready prepare(long seed);

    /** {@return the names of the kinds of transactions; a single one if they are all alike} */
    List<String> types();

    /**
     * {@return whether clients work on rows while they hold their locks: a READ for each lock and a WRITE for each
     * exclusive one, as in the ShiftLock artifact}
     */
    boolean touchesRows();

    /**
     * Returns for how long a client that has its locks computes.
     *
     * @param type the transaction's type
     * @return nanoseconds, 0 or more
     */
    long thinkNanos(int type);

    /**
     * Returns how long a client takes to choose its next locks. It holds none meanwhile, and nobody counts it.
     *
     * @return nanoseconds, 0 or more
     */
    default long chooseNanos() {
        return 0;
    }

    /**
     * Returns how long a client that has its locks takes to note how long that took, before it releases them. It is no
     * part of what is noted.
     *
     * @return nanoseconds, 0 or more
     */
    default long noteNanos() {
        return 0;
    }

    /**
     * Returns how many lease slots the locks of a transaction take, if they are DSLR's.
     *
     * @param type the transaction's type
     * @return 1 or more
     */
    default int leaseSlots(int type) {
        return 1;
    }

    /**
     * Tells whether transactions of a type die while they hold their locks.
     *
     * @param type the transaction's type
     * @return whether they never give them back
     */
    default boolean dies(int type) {
        return false;
    }

    /** A load that is ready to be run. Immutable. */
    interface Ready {

        /** {@return the number of locks, 1 or more} */
        int slots();

        /**
         * Makes one client's stream of transactions.
         *
         * @param client its number, from 0
         * @param clients how many there are
         * @param random its own randomness
         * @return a stream for one thread
         */
        Stream stream(int client, int clients, RandomGenerator random);

        /** {@return what is known of the load itself, such as the share of its readers in percent: numbers by name} */
        default Map<String, Double> facts() {
            return Map.of();
        }
    }

    /** One client's transactions, one after the other. */
    @FunctionalInterface
    interface Stream {

        /**
         * Goes on to the next transaction.
         *
         * @param locks empty; gets the locks that it needs, at least one
         * @return its type, an index into {@link Load#types}
         */
        int next(LockList locks);
    }
}
