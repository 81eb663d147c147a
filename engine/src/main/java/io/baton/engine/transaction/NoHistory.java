package io.baton.engine.transaction;

import io.baton.storage.IndexRange;
import io.baton.storage.Row;

/** Records nothing. */
public final class NoHistory implements TransactionHistory {

    @Override
    public void begin(long nowNanos) {
    }

    @Override
    public void restart() {
    }

    @Override
    public void releases() {
    }

    @Override
    public void end(boolean committed) {
    }

    @Override
    public void read(EngineTable table, long key, long address) {
    }

    @Override
    public int version(EngineTable table, long key, long address) {
        return 0;
    }

    @Override
    public int scan(EngineTable.EngineIndex index, IndexRange range) {
        return 0;
    }

    @Override
    public void scanned(int scan, EngineTable table, Row row) {
    }

    @Override
    public void beginCommit() {
    }

    @Override
    public void willChange(EngineTable.EngineIndex index, Row row) {
    }

    @Override
    public void locked() {
    }

    @Override
    public void inserted(Write write, long address) {
    }

    @Override
    public void updated(Write write) {
    }

    @Override
    public void deletes(Write write) {
    }

    @Override
    public void untouched(Write write) {
    }

    @Override
    public void applied() {
    }
}
