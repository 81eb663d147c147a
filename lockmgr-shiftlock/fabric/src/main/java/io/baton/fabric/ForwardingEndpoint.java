package io.baton.fabric;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that passes every call on to another: a decorator overrides the methods that it changes. What goes aside
 * goes as every notice does, so that a decorator sees it. As safe for several threads as the other one.
 */
public abstract class ForwardingEndpoint implements Endpoint {

    private final Endpoint endpoint;

    protected ForwardingEndpoint(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public long route() {
        return endpoint.route();
    }

    @Override
    public long readWord(long address) {
        return endpoint.readWord(address);
    }

    @Override
    public void writeWord(long address, long value) {
        endpoint.writeWord(address, value);
    }

    @Override
    public long cas(long address, long compare, long swap) {
        return endpoint.cas(address, compare, swap);
    }

    @Override
    public long faa(long address, long add) {
        return endpoint.faa(address, add);
    }

    @Override
    public void read(long address, WordPair result) {
        endpoint.read(address, result);
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        return endpoint.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        endpoint.extFaa(address, fields, addLow, addHigh, old);
    }

    @Override
    public void post(VerbBatch batch) {
        endpoint.post(batch);
    }

    @Override
    public void await(VerbBatch batch) {
        endpoint.await(batch);
    }

    @Override
    public void execute(VerbBatch batch) {
        endpoint.execute(batch);
    }

    @Override
    public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
        return endpoint.send(route, buffer, offset, length);
    }

    @Override
    public SendStatus post(long route, DirectBuffer buffer, int offset, int length, long tag) {
        return endpoint.post(route, buffer, offset, length, tag);
    }

    @Override
    public long nextGone() {
        return endpoint.nextGone();
    }

    @Override
    public int receive(NoticeHandler handler) {
        return endpoint.receive(handler);
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        endpoint.awaitNotice(deadlineNanos);
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        endpoint.awaitWord(address, mask, value, deadlineNanos);
    }

    @Override
    public void wake() {
        endpoint.wake();
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
