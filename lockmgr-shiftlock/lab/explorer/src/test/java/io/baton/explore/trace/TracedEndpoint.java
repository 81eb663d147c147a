package io.baton.explore.trace;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordPair;
import io.baton.lock.entry.LockEntry;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that says what it is about to do, and what has come. One verb at a time, so that the one that takes
 * effect under its route is the one that it has posted last.
 */
final class TracedEndpoint extends ForwardingEndpoint {

    private final TraceRecorder recorder;
    private @Nullable TracedClient client;
    private boolean isLocks;
    /** What the verb on its way is. */
    private TraceVerb posted = TraceVerb.READS;

    TracedEndpoint(Endpoint endpoint, TraceRecorder recorder) {
        super(endpoint);
        this.recorder = recorder;
    }

    /** Says whose it is, and whether it is the one that the client locks with. */
    void belongsTo(TracedClient owner, boolean locks) {
        client = owner;
        isLocks = locks;
    }

    /** Whose it is; null if it is the lock server's. */
    @Nullable
    TracedClient client() {
        return client;
    }

    boolean isLocks() {
        return isLocks;
    }

    TraceVerb posted() {
        return posted;
    }

    private void post(TraceVerb verb) {
        recorder.sync(this);
        posted = verb;
    }

    @Override
    public long readWord(long address) {
        post(TraceVerb.READS);
        return super.readWord(address);
    }

    @Override
    public void writeWord(long address, long value) {
        post(TraceVerb.WORKS);
        super.writeWord(address, value);
    }

    @Override
    public long faa(long address, long add) {
        post(TraceVerb.WORKS);
        return super.faa(address, add);
    }

    @Override
    public void read(long address, WordPair result) {
        post(TraceVerb.READS);
        super.read(address, result);
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        post(verb(masks, swapLow));
        return super.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
    }

    private TraceVerb verb(CasMasks masks, long swapLow) {
        if (client == null) {
            return TraceVerb.RESETS;
        }
        if ((masks.swapLow() & LockEntry.TAIL_MASK) != 0) {
            return (swapLow & LockEntry.TAIL_MASK) != 0 ? TraceVerb.ENQUEUES : TraceVerb.CLEARS;
        }
        return (masks.swapLow() & LockEntry.EPOCH_MASK) != 0 ? TraceVerb.FLIPS : TraceVerb.COUNTS;
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        post(addLow == LockEntry.ONE_READER ? TraceVerb.ENTERS : TraceVerb.LEAVES);
        super.extFaa(address, fields, addLow, addHigh, old);
    }

    @Override
    public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
        recorder.sends(this, route, buffer, offset);
        return super.send(route, buffer, offset, length);
    }

    /** A notice that is posted is sent here, so that it is recorded. */
    @Override
    public SendStatus post(long route, DirectBuffer buffer, int offset, int length, long tag) {
        return send(route, buffer, offset, length);
    }

    @Override
    public int receive(NoticeHandler handler) {
        recorder.sync(this);
        return super.receive((buffer, offset, length) -> {
            handler.onNotice(buffer, offset, length);
            recorder.receives(this, buffer, offset);
        });
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        recorder.sync(this);
        super.awaitNotice(deadlineNanos);
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        recorder.sync(this);
        super.awaitWord(address, mask, value, deadlineNanos);
    }

    @Override
    public long cas(long address, long compare, long swap) {
        throw unknown();
    }

    @Override
    public void execute(VerbBatch batch) {
        throw unknown();
    }

    private static UnsupportedOperationException unknown() {
        return new UnsupportedOperationException("traces have no such verb");
    }
}
