package io.baton.wire.carrier;

import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneFrameHandler;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.WireLimits;
import java.io.IOException;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Reads an Agrona one-to-one ring whose other end is not to be trusted: each record is checked, then copied, and only
 * the copy is looked at. Agrona's own reader takes lengths as they are.
 */
final class RingReader {

    /** So that a writer who never stops does not keep its reader from other lanes. */
    private static final int FRAMES_PER_TURN = 64;

    private final UnsafeBuffer ring;
    private final int headPosition;
    private final int mask;
    private final UnsafeBuffer copy = new UnsafeBuffer(new byte[WireLimits.FRAME_BYTES_MAX]);
    private long head;
    /** The length of a frame that was copied and not taken, or 0. */
    private int kept;

    RingReader(UnsafeBuffer ring) {
        this.ring = ring;
        this.headPosition = WireLimits.RING_BYTES + RingBufferDescriptor.HEAD_POSITION_OFFSET;
        this.mask = WireLimits.RING_BYTES - 1;
    }

    boolean isEmpty() {
        return kept == 0 && ring.getIntVolatile(RecordDescriptor.lengthOffset((int) head & mask)) <= 0;
    }

    int read(LaneFrameHandler handler) throws IOException, MalformedLaneFrameException {
        int taken = 0;
        while (taken < FRAMES_PER_TURN && (kept > 0 || next())) {
            if (!handler.onFrame(copy, 0, kept)) {
                break;
            }
            kept = 0;
            taken++;
        }
        return taken;
    }

    /** Copies the next frame, if there is one. */
    private boolean next() throws MalformedLaneFrameException {
        while (true) {
            final int at = (int) head & mask;
            final int length = ring.getIntVolatile(RecordDescriptor.lengthOffset(at));
            if (length <= 0) {
                return false;
            }
            final int type = ring.getInt(RecordDescriptor.typeOffset(at));
            if (length > WireLimits.RING_BYTES - at || length < RecordDescriptor.HEADER_LENGTH) {
                throw new MalformedLaneFrameException("a record of " + length + " bytes at " + at + " of its ring");
            }
            final int frame = length - RecordDescriptor.HEADER_LENGTH;
            if (type != RingBuffer.PADDING_MSG_TYPE_ID) {
                LaneFrame.checkedLength(frame);
                copy.putBytes(0, ring, RecordDescriptor.encodedMsgOffset(at), frame);
                kept = frame;
            }
            head += BitUtil.align(length, RecordDescriptor.ALIGNMENT);
            ring.putLongRelease(headPosition, head);
            if (kept > 0) {
                if (LaneFrame.length(copy, 0) != frame) {
                    throw new MalformedLaneFrameException(
                        "a frame of " + LaneFrame.length(copy, 0) + " bytes in a record of " + frame);
                }
                return true;
            }
        }
    }
}
