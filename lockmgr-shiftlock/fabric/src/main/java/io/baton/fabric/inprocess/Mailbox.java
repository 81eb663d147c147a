package io.baton.fabric.inprocess;

import io.baton.fabric.NoticeHandler;
import io.baton.park.Backoff;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jspecify.annotations.Nullable;

/** A client's bounded mailbox: many senders, one receiver, no allocation. */
final class Mailbox implements MessageHandler {

    private static final int NOTICE_TYPE = 1;
    private static final int ALIGNMENT = 64;

    private final ManyToOneRingBuffer ring;
    private @Nullable NoticeHandler receiver;

    /**
     * Makes a mailbox.
     *
     * @param bytes capacity in bytes, a power of two; a notice takes its length + 8, rounded up to 8
     */
    Mailbox(int bytes) {
        ring = new ManyToOneRingBuffer(
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(bytes + RingBufferDescriptor.TRAILER_LENGTH, ALIGNMENT)));
    }

    boolean offer(DirectBuffer buffer, int offset, int length) {
        return ring.write(NOTICE_TYPE, buffer, offset, length);
    }

    boolean isEmpty() {
        return ring.consumerPosition() == ring.producerPosition();
    }

    int drain(NoticeHandler handler) {
        int drained = 0;
        int pauses = 0;
        receiver = handler;
        while (!isEmpty()) {
            final int read = ring.read(this);
            if (read == 0) {
                // A sender has claimed its place and lost its core before it committed.
                pauses = Backoff.pause(pauses);
            }
            drained += read;
        }
        return drained;
    }

    @Override
    public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
        final NoticeHandler handler = receiver;
        if (handler != null) {
            handler.onNotice(buffer, index, length);
        }
    }
}
