package io.baton.lab.server.access;

import io.baton.engine.Transaction;

/** A procedure that does nothing. */
public final class Empty {

    public Empty() {
    }

    /**
     * Does nothing.
     *
     * @param tx the transaction
     * @return 0
     */
    public long run(Transaction tx) {
        return 0;
    }
}
