package io.baton.wire;

import io.baton.wire.frame.WireLimits;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The open endpoints of a process by their numbers. Thread-safe. */
final class EndpointTable {

    private final AtomicReferenceArray<@Nullable WireEndpoint> byNumber =
        new AtomicReferenceArray<>(WireLimits.ENDPOINTS_MAX);
    private final AtomicInteger next = new AtomicInteger();

    @Nullable
    WireEndpoint get(int number) {
        return number >= 0 && number < WireLimits.ENDPOINTS_MAX ? byNumber.get(number) : null;
    }

    /** A number to try next; numbers come back late. */
    int nextNumber() {
        return next.getAndIncrement() & (WireLimits.ENDPOINTS_MAX - 1);
    }

    boolean add(int number, WireEndpoint endpoint) {
        return byNumber.compareAndSet(number, null, endpoint);
    }

    boolean remove(int number, WireEndpoint endpoint) {
        return byNumber.compareAndSet(number, endpoint, null);
    }

    void forEach(Consumer<WireEndpoint> action) {
        for (int i = 0; i < WireLimits.ENDPOINTS_MAX; i++) {
            final WireEndpoint endpoint = byNumber.get(i);
            if (endpoint != null) {
                action.accept(endpoint);
            }
        }
    }
}
