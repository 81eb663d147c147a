package io.baton.wire;

import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneFrameHandler;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.WireLimits;
import java.io.EOFException;
import java.nio.channels.SelectableChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A lane whose peer is the test: frames are handed in, and what goes out is counted, and kept if somebody wants it. */
final class MemoryCarrier extends Carrier {

    private final UnsafeBuffer out = new UnsafeBuffer(new byte[WireLimits.BACKLOG_BYTES_MAX]);
    private final Deque<UnsafeBuffer> in = new ArrayDeque<>();
    private final @Nullable SelectableChannel channel;
    private final @Nullable Deque<UnsafeBuffer> kept;
    private int tail;
    /** Notices apart. */
    long framesOut;
    int lastType;
    int lastStatus;
    boolean closed;

    MemoryCarrier() {
        this(null, null);
    }

    /** With a channel on which nothing ever comes, and somebody who wants the frames that go out. */
    MemoryCarrier(@Nullable SelectableChannel channel, @Nullable Deque<UnsafeBuffer> kept) {
        this.channel = channel;
        this.kept = kept;
    }

    /** The peer sends a frame whose first bytes are its length, whatever they say. */
    void send(UnsafeBuffer frame) {
        in.add(frame);
    }

    @Override
    public int claim(int length) {
        return out.capacity() - tail < length ? NO_ROOM : tail;
    }

    @Override
    public MutableDirectBuffer out() {
        return out;
    }

    @Override
    public void commit(int index, int length) {
        lastType = LaneFrame.type(out, index);
        lastStatus = LaneFrame.status(out, index);
        tail = index + length;
        if (lastType != LaneFrame.NOTICE) {
            // A notice answers nothing: a client may send one to itself.
            framesOut++;
        }
        if (kept != null) {
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[length]);
            copy.putBytes(0, out, index, length);
            kept.add(copy);
        }
    }

    @Override
    public void flush() {
        tail = 0;
    }

    @Override
    public boolean hasBacklog() {
        return tail > 0;
    }

    @Override
    public boolean hasHalf() {
        return tail < out.capacity() / 2;
    }

    @Override
    public int read(LaneFrameHandler handler) throws EOFException, MalformedLaneFrameException {
        if (closed) {
            throw new EOFException("closed");
        }
        int taken = 0;
        while (!in.isEmpty()) {
            final UnsafeBuffer frame = in.peekFirst();
            final int length = LaneFrame.checkedLength(LaneFrame.length(frame, 0));
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
    public void onWake() {
        // Nobody sleeps.
    }

    @Override
    public boolean arm() {
        return in.isEmpty();
    }

    @Override
    public void disarm() {
        // Nobody sleeps.
    }

    @Override
    public int spins() {
        return 0;
    }

    @Override
    public SelectableChannel channel() {
        if (channel == null) {
            throw new UnsupportedOperationException("a lane without a channel");
        }
        return channel;
    }

    @Override
    public void close() {
        closed = true;
    }
}
