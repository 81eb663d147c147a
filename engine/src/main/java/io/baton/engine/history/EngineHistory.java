package io.baton.engine.history;

import io.baton.park.Parking;
import io.baton.storage.Table;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.NanoClock;

/** The history of one engine. Closed when all calls have ended, before the tables. */
public interface EngineHistory extends AutoCloseable {

    /** Begins a history when an engine is opened. */
    @FunctionalInterface
    interface Opener {

        /**
         * Begins a history.
         *
         * @param tables the engine's tables, which keep versions and have no rows yet, or those of its store. Their
         *     places in this list, and those of their indexes in {@link io.baton.storage.TableSchema#indexes}, are the
         *     numbers by which a {@link TransactionHistory} names them. They do not change while there is a history
         * @param clientsMax most clients
         * @param clock the engine's
         * @param threads makes the history's own threads
         * @param parking how they wait
         * @return the history
         * @throws UnwritableHistoryException if it cannot be begun
         */
        EngineHistory open(List<Table> tables, int clientsMax, NanoClock clock, ThreadFactory threads,
                Parking parking);
    }

    /**
     * Begins the history of one more client.
     *
     * @return told of that client's transactions
     */
    TransactionHistory client();

    /**
     * Ends the history. Closing twice does nothing.
     *
     * @throws UnwritableHistoryException if it is not whole
     */
    @Override
    void close();
}
