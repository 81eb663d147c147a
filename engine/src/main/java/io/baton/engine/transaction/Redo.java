package io.baton.engine.transaction;

import io.baton.lock.LockMode;
import io.baton.storage.codec.Output;
import io.baton.storage.codec.RowEncoder;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes one participant's transactions to the log, and keeps the position for which their answers wait. One thread
 * at a time.
 */
final class Redo implements AutoCloseable {

    /** Most bytes that one transaction's writes may take in the log. */
    private static final long TRANSACTION_BYTES_MAX = 1L << 30;

    private final RedoLog log;
    private final int place;
    private final LockSet locks;
    private final Output output = new Output(TRANSACTION_BYTES_MAX);
    private final ObjIntConsumer<LockMode> noteWritten = this::noteWritten;
    private final ObjIntConsumer<LockMode> noteRead = this::noteRead;
    /** The log position for the current call's answer; null if answers do not wait, or after it was handed out. */
    private @Nullable LogPosition position;
    private boolean recorded;

    Redo(RedoLog log, int place, LockSet locks) {
        this.log = log;
        this.place = place;
        this.locks = locks;
    }

    /** Begins a call. Its position is made now, because after a commit nothing may fail, not even an allocation. */
    void begin() {
        recorded = false;
        final LogPosition last = position;
        if (last != null) {
            last.reset();
        } else if (log.answersWait()) {
            position = log.position();
        }
    }

    /** Returns, at the end of the call and once, the position for which its answer waits; null if that is on disk. */
    @Nullable
    LogPosition position() {
        final LogPosition now = position;
        if (now == null || now.isReached()) {
            return null;
        }
        position = null;
        return now;
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
                    // It came and went.
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
        final LogPosition now = position;
        if (now != null) {
            now.wrote(end);
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
    void endAttempt(boolean again) {
        output.clear();
        if (!again) {
            noteReads();
        }
    }

    private void noteReads() {
        final LogPosition now = position;
        if (now == null || recorded) {
            return;
        }
        if (log.locked()) {
            locks.client().forEachHeld(noteRead);
        } else {
            now.read(log.end());
        }
    }

    private void noteWritten(LockMode mode, int slot) {
        final LogPosition now = position;
        if (mode == LockMode.EXCLUSIVE && now != null) {
            log.wrote(slot, now.lsn());
        }
    }

    private void noteRead(LockMode mode, int slot) {
        final LogPosition now = position;
        if (now != null) {
            now.read(log.writtenAt(slot));
        }
    }

    @Override
    public void close() {
        output.close();
    }
}
