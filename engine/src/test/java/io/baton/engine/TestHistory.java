package io.baton.engine;

import io.baton.engine.history.EngineHistory;
import io.baton.engine.history.TransactionHistory;

/** A history that records nothing. Tests override what they want to be told of. */
public class TestHistory implements EngineHistory, TransactionHistory {

    /** Opens this history. */
    public Opener opener() {
        return (tables, clientsMax, clock, threads, parking) -> this;
    }

    @Override
    public TransactionHistory client() {
        return this;
    }

    @Override
    public void close() {
    }
}
