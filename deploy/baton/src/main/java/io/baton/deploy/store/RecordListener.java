package io.baton.deploy.store;

import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.TransactionReader;
import org.jspecify.annotations.Nullable;

/** Is told of each record of a log. */
@FunctionalInterface
interface RecordListener {

    /**
     * The log's reader is at a record.
     *
     * @param record the record
     * @param transaction the whole transaction, if the record completes one, or null; valid until this returns
     * @param writes puts its writes into words
     */
    void record(LogReader record, @Nullable TransactionReader transaction, WriteText writes);
}
