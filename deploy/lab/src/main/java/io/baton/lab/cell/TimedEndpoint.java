package io.baton.lab.cell;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.ReadPair;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.WordPair;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** An endpoint that measures each call and adds its time to an item (ShiftLock, Table 2). Changes nothing else. */
final class TimedEndpoint implements Endpoint {

    private final Endpoint endpoint;
    private final NanoClock clock;
    private final PhaseTimes times = new PhaseTimes();

    TimedEndpoint(Endpoint endpoint, NanoClock clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /** Where the time has gone; the client's loop tells it the phases. */
    PhaseTimes times() {
        return times;
    }

    @Override
    public long route() {
        return endpoint.route();
    }

    @Override
    public long readWord(long address) {
        final long begin = clock.nanoTime();
        final long word = endpoint.readWord(address);
        times.readVerb(clock.nanoTime() - begin);
        return word;
    }

    @Override
    public void writeWord(long address, long value) {
        times.write();
        endpoint.writeWord(address, value);
    }

    @Override
    public long cas(long address, long compare, long swap) {
        final long begin = clock.nanoTime();
        final long old = endpoint.cas(address, compare, swap);
        times.atomic(clock.nanoTime() - begin);
        return old;
    }

    @Override
    public long faa(long address, long add) {
        final long begin = clock.nanoTime();
        final long old = endpoint.faa(address, add);
        times.atomic(clock.nanoTime() - begin);
        return old;
    }

    @Override
    public void read(ReadPair verb) {
        final long begin = clock.nanoTime();
        endpoint.read(verb);
        times.readVerb(clock.nanoTime() - begin);
    }

    @Override
    public void extCas(ExtCas verb) {
        final long begin = clock.nanoTime();
        endpoint.extCas(verb);
        times.atomic(clock.nanoTime() - begin);
    }

    @Override
    public void extFaa(ExtFaa verb) {
        final long begin = clock.nanoTime();
        endpoint.extFaa(verb);
        times.atomic(clock.nanoTime() - begin);
    }

    @Override
    public void read(long address, WordPair result) {
        final long begin = clock.nanoTime();
        endpoint.read(address, result);
        times.readVerb(clock.nanoTime() - begin);
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
            long swapHigh, WordPair old) {
        final long begin = clock.nanoTime();
        final boolean swapped = endpoint.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
        times.atomic(clock.nanoTime() - begin);
        return swapped;
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        final long begin = clock.nanoTime();
        endpoint.extFaa(address, fields, addLow, addHigh, old);
        times.atomic(clock.nanoTime() - begin);
    }

    /** A batch counts as one atomic if there is one in it, because it takes one round trip; as a READ otherwise. */
    @Override
    public void execute(VerbBatch batch) {
        final long begin = clock.nanoTime();
        endpoint.execute(batch);
        final long took = clock.nanoTime() - begin;
        for (int i = 0; i < batch.size(); i++) {
            if (!(batch.verb(i) instanceof ReadPair)) {
                times.atomic(took);
                return;
            }
        }
        times.readVerb(took);
    }

    @Override
    public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
        final long begin = clock.nanoTime();
        final SendStatus status = endpoint.send(route, buffer, offset, length);
        times.send(clock.nanoTime() - begin);
        return status;
    }

    @Override
    public int receive(NoticeHandler handler) {
        return endpoint.receive(handler);
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        final long begin = clock.nanoTime();
        endpoint.awaitNotice(deadlineNanos);
        times.notice(clock.nanoTime() - begin);
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        final long begin = clock.nanoTime();
        endpoint.awaitWord(address, mask, value, deadlineNanos);
        times.read(clock.nanoTime() - begin);
    }

    @Override
    public void listener(@Nullable Doorbell doorbell) {
        endpoint.listener(doorbell);
    }

    @Override
    public VerbCounters counters() {
        return endpoint.counters();
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
