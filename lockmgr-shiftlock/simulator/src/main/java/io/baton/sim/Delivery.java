package io.baton.sim;

import io.baton.fabric.Endpoint;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A notice on its way. As an event it is its arrival in the receiver's mailbox. Reused by its sender. */
final class Delivery implements Event {

    final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Endpoint.NOTICE_BYTES_MAX]);
    int length;
    private final SimEndpoint receiver;

    Delivery(SimEndpoint receiver) {
        this.receiver = receiver;
    }

    void fill(DirectBuffer source, int offset, int newLength) {
        buffer.putBytes(0, source, offset, newLength);
        length = newLength;
    }

    @Override
    public @Nullable SimThread fire(long ticket) {
        receiver.delivered(this);
        return null;
    }
}
