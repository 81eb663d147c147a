package io.baton.engine.transaction;

import io.baton.lock.LockMode;
import io.baton.storage.codec.Output;
import io.baton.storage.codec.RowEncoder;
import java.util.function.ObjIntConsumer;

/**
 * What one coordinator records of its transactions, and how far the log must be forced before a call is answered. One
 * thread at a time.
 */
public final class Redo implements AutoCloseable {

    /** Most bytes that one transaction's writes may take in the log. */
    private static final long TRANSACTION_BYTES_MAX = 1L << 30;

    private final RedoLog log;
    private final int place;
    private final LockSet locks;
    private final Output output = new Output(TRANSACTION_BYTES_MAX);
    private final ObjIntConsumer<LockMode> noteWritten = this::noteWritten;
    private final ObjIntConsumer<LockMode> noteRead = this::noteRead;
    /** Up to where the log must be forced for the call's answer to be safe. */
    private long answerAfter;
    private boolean recorded;

    Redo(RedoLog log, int place, LockSet locks) {
        this.log = log;
        this.place = place;
        this.locks = locks;
    }

    /** Begins a call. */
    public void begin() {
        answerAfter = 0;
        recorded = false;
    }

    /** {@return whether the call's writes have a place in the log} */
    public boolean recorded() {
        return recorded;
    }

    /** {@return the LSN up to which the log must be forced before the call may be answered; 0 if it need not be} */
    public long answerAfter() {
        return answerAfter;
    }

    /** Encodes the writes, which may fail and changes nothing. */
    void encode(WriteSet writes) {
        for (int i = 0; i < writes.size(); i++) {
            final Write write = writes.get(i);
            final RowEncoder encoder = log.encoder(write.table.table);
            switch (write.kind) {
                case INSERT -> encoder.insert(write.image, output);
                case REPLACE -> encoder.replace(write.image, output);
                case UPDATE -> encoder.update(write.address, write.image, output);
                case DELETE -> encoder.delete(write.address, output);
                case NONE -> {
                    // Nobody has seen it.
                }
            }
        }
    }

    /** Takes the record's place in the log. All locks are held. */
    void record() {
        if (output.size() == 0) {
            return;
        }
        final long end = log.append(place, output.address(), output.size());
        recorded = true;
        if (log.answersWait()) {
            answerAfter = end;
            locks.client().forEachHeld(noteWritten);
        }
    }

    /** The tables have what was recorded. */
    void applied() {
        if (recorded) {
            log.end(place);
        }
    }

    /**
     * Ends an attempt whose locks are all held still: notes what its answer depends on, and gives back the memory that
     * an unusually large one has taken.
     *
     * @param again whether it is not answered, but starts over
     */
    public void endAttempt(boolean again) {
        output.clear();
        if (!again) {
            noteReads();
        }
    }

    private void noteReads() {
        if (!log.answersWait() || recorded) {
            return;
        }
        if (log.locked()) {
            locks.client().forEachHeld(noteRead);
        } else {
            answerAfter = log.end();
        }
    }

    private void noteWritten(LockMode mode, int slot) {
        if (mode == LockMode.EXCLUSIVE) {
            log.wrote(slot, answerAfter);
        }
    }

    private void noteRead(LockMode mode, int slot) {
        answerAfter = Math.max(answerAfter, log.writtenAt(slot));
    }

    @Override
    public void close() {
        output.close();
    }
}
