package io.baton.wire;

import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.Refusal;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint has asked one lock server and waits to be answered.
 *
 * <p>Concurrency: the owner sets what it expects before it sends the frame, the lane's leader stores the answer before
 * it says that it is there ({@code done}, release and acquire: no fence where the leader is the owner, which spares a
 * round trip two locked instructions). Before the leader looks whether another owner sleeps it makes a fence.
 */
final class Pending {

    private static final int BYTES_FIRST = 16;

    private static final VarHandle DONE;

    static {
        try {
            DONE = MethodHandles.lookup().findVarHandle(Pending.class, "done", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private UnsafeBuffer answer = new UnsafeBuffer(new byte[BYTES_FIRST]);
    private int sequence;
    private int expectedBytes;
    private int expectedVerbs;
    private int executed;
    private int status;
    private @Nullable Refusal refusal;
    /** Accessed by {@link #DONE}. */
    @SuppressWarnings("UnusedVariable")
    private boolean done = true;

    void expect(int newSequence, int answerBytes, int verbs) {
        if (answer.capacity() < answerBytes) {
            answer = new UnsafeBuffer(new byte[answerBytes]);
        }
        sequence = newSequence;
        expectedBytes = answerBytes;
        expectedVerbs = verbs;
        refusal = null;
        DONE.setOpaque(this, false); // The leader looks after the frame was answered.
    }

    boolean isDone() {
        return (boolean) DONE.getAcquire(this);
    }

    /** Why the server has done nothing, or null if it has. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    int status() {
        return status;
    }

    /** How many verbs the server has executed. */
    int executed() {
        return executed;
    }

    DirectBuffer bytes() {
        return answer;
    }

    long word(int at) {
        return LaneFrame.word(answer, at);
    }

    void answered(int ofSequence, int verbs, DirectBuffer buffer, int at, int bytes)
            throws MalformedLaneFrameException {
        if (isStale(ofSequence)) {
            return;
        }
        if (bytes != expectedBytes || verbs < 1 || verbs > expectedVerbs) {
            throw new MalformedLaneFrameException("an answer of " + bytes + " bytes to " + verbs + " verbs instead of "
                + expectedBytes + " to " + expectedVerbs);
        }
        executed = verbs;
        answer.putBytes(0, buffer, at, bytes);
        DONE.setRelease(this, true);
    }

    void told(int ofSequence, int newStatus) throws MalformedLaneFrameException {
        if (isStale(ofSequence)) {
            return;
        }
        if (expectedBytes != 0) {
            throw new MalformedLaneFrameException("a status instead of " + expectedBytes + " bytes");
        }
        status = newStatus;
        DONE.setRelease(this, true);
    }

    void refused(int ofSequence, Refusal why) {
        if (!isStale(ofSequence)) {
            refusal = why;
            DONE.setRelease(this, true);
        }
    }

    /** Whether nobody waits for this answer any more: another server has refused what was asked together with it. */
    private boolean isStale(int ofSequence) {
        return (boolean) DONE.getOpaque(this) || ofSequence != sequence;
    }
}
