package io.baton.wire;

import io.baton.wire.frame.Frame;
import io.baton.wire.frame.FrameHandler;
import io.baton.wire.frame.MalformedFrameException;
import io.baton.wire.frame.WireLimits;
import java.io.EOFException;
import java.nio.channels.SelectableChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A lane whose peer is the test: frames are handed in, and what goes out is counted and thrown away. */
final class MemoryCarrier extends Carrier {

    private final UnsafeBuffer out = new UnsafeBuffer(new byte[WireLimits.BACKLOG_BYTES_MAX]);
    private final Deque<UnsafeBuffer> in = new ArrayDeque<>();
    private int tail;
    long framesOut;
    int lastType;
    int lastStatus;
    boolean closed;

    /** The peer sends a frame whose first bytes are its length, whatever they say. */
    void send(UnsafeBuffer frame) {
        in.add(frame);
    }

    @Override
    int claim(int length) {
        return out.capacity() - tail < length ? NO_ROOM : tail;
    }

    @Override
    MutableDirectBuffer out() {
        return out;
    }

    @Override
    void commit(int index, int length) {
        lastType = Frame.type(out, index);
        lastStatus = Frame.status(out, index);
        tail = index + length;
        framesOut++;
    }

    @Override
    void flush() {
        tail = 0;
    }

    @Override
    boolean hasBacklog() {
        return tail > 0;
    }

    @Override
    boolean hasHalf() {
        return tail < out.capacity() / 2;
    }

    @Override
    int read(FrameHandler handler) throws EOFException, MalformedFrameException {
        if (closed) {
            throw new EOFException("closed");
        }
        int taken = 0;
        while (!in.isEmpty()) {
            final UnsafeBuffer frame = in.peekFirst();
            final int length = Frame.checkedLength(Frame.length(frame, 0));
            if (length > frame.capacity()) {
                // A cut frame: the rest never comes, and the peer closes.
                in.removeFirst();
                throw new EOFException("cut");
            }
            if (!handler.onFrame(frame, 0, length)) {
                break;
            }
            in.removeFirst();
            taken++;
        }
        return taken;
    }

    @Override
    void onWake() {
        // Nobody sleeps.
    }

    @Override
    boolean arm() {
        return in.isEmpty();
    }

    @Override
    void disarm() {
        // Nobody sleeps.
    }

    @Override
    int spins() {
        return 0;
    }

    @Override
    SelectableChannel channel() {
        throw new UnsupportedOperationException("a lane without a channel");
    }

    @Override
    void close() {
        closed = true;
    }
}
