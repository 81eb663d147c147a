package io.baton.wire;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.fabric.Endpoint;
import io.baton.fabric.NoticeHandler;
import io.baton.wire.frame.WireLimits;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The notices of an endpoint: a queue of as many as the lock server lets on their way, allocated as they come. The
 * lane's leader puts them in, the endpoint's user takes them out.
 */
final class EndpointMailbox {

    private static final int SLOT_BYTES = Endpoint.NOTICE_BYTES_MAX;
    private static final int SLOTS_FIRST = 4;

    @GuardedBy("this")
    private byte[] bytes = new byte[0];
    @GuardedBy("this")
    private byte[] lengths = new byte[0];
    @GuardedBy("this")
    private int first;
    @GuardedBy("this")
    private int size;
    /** Notices taken that the lock server has not been told of. */
    private int untold;
    private final UnsafeBuffer taken = new UnsafeBuffer(new byte[SLOT_BYTES]);

    /** Puts a notice in; returns false if the mailbox is full. */
    synchronized boolean offer(DirectBuffer buffer, int at, int length) {
        if (size == WireLimits.MAILBOX_NOTICES_MAX) {
            return false;
        }
        if (size == lengths.length) {
            grow();
        }
        final int slot = (first + size) % lengths.length;
        buffer.getBytes(at, bytes, slot * SLOT_BYTES, length);
        lengths[slot] = (byte) length;
        size++;
        return true;
    }

    @GuardedBy("this")
    private void grow() {
        final int slots = Math.max(SLOTS_FIRST, Math.min(2 * size, WireLimits.MAILBOX_NOTICES_MAX));
        final byte[] newBytes = new byte[slots * SLOT_BYTES];
        final byte[] newLengths = new byte[slots];
        for (int i = 0; i < size; i++) {
            final int slot = (first + i) % lengths.length;
            System.arraycopy(bytes, slot * SLOT_BYTES, newBytes, i * SLOT_BYTES, SLOT_BYTES);
            newLengths[i] = lengths[slot];
        }
        bytes = newBytes;
        lengths = newLengths;
        first = 0;
    }

    /** Takes one notice out; returns its length, or 0 if there is none. */
    private synchronized int poll() {
        if (size == 0) {
            return 0;
        }
        final int length = lengths[first];
        taken.putBytes(0, bytes, first * SLOT_BYTES, length);
        first = (first + 1) % lengths.length;
        size--;
        return length;
    }

    int drain(NoticeHandler handler) {
        int drained = 0;
        for (int length = poll(); length > 0; length = poll()) {
            handler.onNotice(taken, 0, length);
            drained++;
        }
        untold += drained;
        return drained;
    }

    // The credit, the user's own

    /** Whether the lock server waits to be told how many notices were taken. */
    boolean owesCredit() {
        return untold >= WireLimits.CREDIT_NOTICES;
    }

    /** How many it has not been told of. */
    int credit() {
        return untold;
    }

    /** It has been told. */
    void credited() {
        untold = 0;
    }
}
