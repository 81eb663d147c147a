package io.baton.sim;

import io.baton.fabric.Endpoint;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A notice that a mailbox has accepted. As an event it is its delivery. Reused by the mailbox. */
final class Notice implements Event {

    private final SimMailbox mailbox;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Endpoint.NOTICE_BYTES_MAX]);
    private int length;

    Notice(SimMailbox mailbox) {
        this.mailbox = mailbox;
    }

    void fill(DirectBuffer source, int newLength) {
        buffer.putBytes(0, source, 0, newLength);
        length = newLength;
    }

    DirectBuffer buffer() {
        return buffer;
    }

    int length() {
        return length;
    }

    /** The notice's first bytes, for the trace. */
    long digest() {
        return length < Long.BYTES ? buffer.getByte(0) : buffer.getLong(0);
    }

    @Override
    public @Nullable SimThread fire(long ticket) {
        mailbox.delivered(this);
        return null;
    }
}
