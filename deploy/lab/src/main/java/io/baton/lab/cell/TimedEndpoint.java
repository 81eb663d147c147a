package io.baton.lab.cell;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbKind;
import io.baton.fabric.WordPair;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/** An endpoint that measures each call and adds its time to an item (ShiftLock, Table 2). Changes nothing else. */
final class TimedEndpoint extends ForwardingEndpoint {

    private final NanoClock clock;
    private final PhaseTimes times = new PhaseTimes();

    TimedEndpoint(Endpoint endpoint, NanoClock clock) {
        super(endpoint);
        this.clock = clock;
    }

    /** Where the time has gone; the client's loop tells it the phases. */
    PhaseTimes times() {
        return times;
    }

    @Override
    public long readWord(long address) {
        final long begin = clock.nanoTime();
        final long word = super.readWord(address);
        times.readVerb(clock.nanoTime() - begin);
        return word;
    }

    @Override
    public void writeWord(long address, long value) {
        times.write();
        super.writeWord(address, value);
    }

    @Override
    public long cas(long address, long compare, long swap) {
        final long begin = clock.nanoTime();
        final long old = super.cas(address, compare, swap);
        times.atomic(clock.nanoTime() - begin);
        return old;
    }

    @Override
    public long faa(long address, long add) {
        final long begin = clock.nanoTime();
        final long old = super.faa(address, add);
        times.atomic(clock.nanoTime() - begin);
        return old;
    }

    @Override
    public void read(long address, WordPair result) {
        final long begin = clock.nanoTime();
        super.read(address, result);
        times.readVerb(clock.nanoTime() - begin);
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
            long swapHigh, WordPair old) {
        final long begin = clock.nanoTime();
        final boolean swapped = super.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
        times.atomic(clock.nanoTime() - begin);
        return swapped;
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        final long begin = clock.nanoTime();
        super.extFaa(address, fields, addLow, addHigh, old);
        times.atomic(clock.nanoTime() - begin);
    }

    /** A batch counts as one atomic if there is one in it, because it takes one round trip; as a READ otherwise. */
    @Override
    public void execute(VerbBatch batch) {
        final long begin = clock.nanoTime();
        super.execute(batch);
        final long took = clock.nanoTime() - begin;
        for (int i = 0; i < batch.size(); i++) {
            if (batch.verb(i).kind() != VerbKind.READ) {
                times.atomic(took);
                return;
            }
        }
        times.readVerb(took);
    }

    @Override
    public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
        final long begin = clock.nanoTime();
        final SendStatus status = super.send(route, buffer, offset, length);
        times.send(clock.nanoTime() - begin);
        return status;
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        final long begin = clock.nanoTime();
        super.awaitNotice(deadlineNanos);
        times.notice(clock.nanoTime() - begin);
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        final long begin = clock.nanoTime();
        super.awaitWord(address, mask, value, deadlineNanos);
        times.read(clock.nanoTime() - begin);
    }

    /** A notice that is posted is sent here, so that it is measured. */
    @Override
    public SendStatus post(long route, DirectBuffer buffer, int offset, int length, long tag) {
        return send(route, buffer, offset, length);
    }
}
