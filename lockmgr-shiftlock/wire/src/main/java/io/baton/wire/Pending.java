package io.baton.wire;

import io.baton.wire.frame.Frame;
import io.baton.wire.frame.MalformedFrameException;
import io.baton.wire.frame.Refusal;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint has asked one lock server and waits to be answered.
 *
 * <p>Concurrency: the owner sets what it expects before it sends the frame, the lane's leader stores the answer before
 * it says that it is there ({@code done}, volatile).
 */
final class Pending {

    private static final int BYTES_FIRST = 16;

    private UnsafeBuffer answer = new UnsafeBuffer(new byte[BYTES_FIRST]);
    private int sequence;
    private int expectedBytes;
    private int status;
    private @Nullable Refusal refusal;
    private volatile boolean done = true;

    void expect(int newSequence, int answerBytes) {
        if (answer.capacity() < answerBytes) {
            answer = new UnsafeBuffer(new byte[answerBytes]);
        }
        sequence = newSequence;
        expectedBytes = answerBytes;
        refusal = null;
        done = false;
    }

    boolean isDone() {
        return done;
    }

    /** Why the server has done nothing, or null if it has. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    int status() {
        return status;
    }

    long word(int at) {
        return Frame.word(answer, at);
    }

    void answered(int ofSequence, DirectBuffer buffer, int at, int bytes) throws MalformedFrameException {
        if (isStale(ofSequence)) {
            return;
        }
        if (bytes != expectedBytes) {
            throw new MalformedFrameException("an answer of " + bytes + " bytes instead of " + expectedBytes);
        }
        answer.putBytes(0, buffer, at, bytes);
        done = true;
    }

    void told(int ofSequence, int newStatus) throws MalformedFrameException {
        if (isStale(ofSequence)) {
            return;
        }
        if (expectedBytes != 0) {
            throw new MalformedFrameException("a status instead of " + expectedBytes + " bytes");
        }
        status = newStatus;
        done = true;
    }

    void refused(int ofSequence, Refusal why) {
        if (!isStale(ofSequence)) {
            refusal = why;
            done = true;
        }
    }

    /** Whether nobody waits for this answer any more: another server has refused what was asked together with it. */
    private boolean isStale(int ofSequence) {
        return done || ofSequence != sequence;
    }
}
