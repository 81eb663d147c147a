package io.baton.fabric;

import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A fabric that passes every call on to another: a decorator overrides what it adds to. */
public abstract class ForwardingFabric implements Fabric {

    private final Fabric fabric;

    protected ForwardingFabric(Fabric fabric) {
        this.fabric = fabric;
    }

    @Override
    public Endpoint connect() {
        return fabric.connect();
    }

    @Override
    public Doorbell doorbell() {
        return fabric.doorbell();
    }

    @Override
    public NanoClock clock() {
        return fabric.clock();
    }

    @Override
    public long memoryBytes() {
        return fabric.memoryBytes();
    }

    @Override
    public boolean executes() {
        return fabric.executes();
    }

    @Override
    public int server(long address) {
        return fabric.server(address);
    }

    @Override
    public void register(int number, CallHandler handler) {
        fabric.register(number, handler);
    }

    @Override
    public @Nullable CallHandler handler(int number) {
        return fabric.handler(number);
    }

    @Override
    public boolean hasWideAtomics() {
        return fabric.hasWideAtomics();
    }

    @Override
    public boolean hasRoundTrips() {
        return fabric.hasRoundTrips();
    }

    @Override
    public @Nullable LocalWords localWords() {
        return fabric.localWords();
    }

    @Override
    public @Nullable Gate gate() {
        return fabric.gate();
    }

    @Override
    public void close() {
        fabric.close();
    }
}
