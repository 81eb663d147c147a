package io.baton.wire.carrier;

import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneFrameHandler;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.WireLimits;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A lane over a stream socket, Unix or TCP: frames one behind the other, encrypted if the lane has TLS. The channel is
 * in non-blocking mode.
 */
public final class SocketCarrier extends Carrier {

    private final ByteStream stream;

    private final ByteBuffer outBytes = ByteBuffer.allocateDirect(WireLimits.BACKLOG_BYTES_MAX);
    private final UnsafeBuffer out = new UnsafeBuffer(outBytes);
    /** Committed and not yet written: from head to tail. */
    private int outHead;
    private int outTail;

    private final ByteBuffer inBytes = ByteBuffer.allocateDirect(2 * WireLimits.FRAME_BYTES_MAX);
    private final UnsafeBuffer in = new UnsafeBuffer(inBytes);
    /** Received and not yet handled: from head to tail. */
    private int inHead;
    private int inTail;

    public SocketCarrier(SocketChannel channel) {
        this(new PlainStream(channel));
    }

    private SocketCarrier(ByteStream stream) {
        this.stream = stream;
    }

    /** A lane whose bytes are encrypted. */
    public static SocketCarrier encrypted(TlsStream stream) {
        return new SocketCarrier(stream);
    }

    @Override
    public int claim(int length) {
        if (out.capacity() - outTail < length) {
            out.putBytes(0, out, outHead, outTail - outHead);
            outTail -= outHead;
            outHead = 0;
        }
        return out.capacity() - outTail < length ? NO_ROOM : outTail;
    }

    @Override
    public MutableDirectBuffer out() {
        return out;
    }

    @Override
    public void commit(int index, int length) {
        outTail = index + length;
    }

    @Override
    public void flush() throws IOException {
        if (hasBacklog()) {
            outBytes.limit(outTail).position(outHead);
            stream.write(outBytes);
            outHead = outBytes.position();
            if (outHead == outTail) {
                outHead = 0;
                outTail = 0;
            }
        }
    }

    @Override
    public boolean hasBacklog() {
        return outHead < outTail || stream.hasBacklog();
    }

    @Override
    public boolean hasHalf() {
        return outTail - outHead < out.capacity() / 2;
    }

    @Override
    public int read(LaneFrameHandler handler) throws IOException, MalformedLaneFrameException {
        int taken = handle(handler);
        boolean more = true;
        while (more && inTail < in.capacity()) {
            inBytes.limit(in.capacity()).position(inTail);
            final int read = stream.read(inBytes);
            if (read < 0) {
                throw new EOFException("the peer has closed the lane");
            }
            inTail += read;
            taken += handle(handler);
            more = stream.hasRest();
        }
        return taken;
    }

    private int handle(LaneFrameHandler handler) throws MalformedLaneFrameException {
        int taken = 0;
        while (inTail - inHead >= Integer.BYTES) {
            final int length = LaneFrame.checkedLength(LaneFrame.length(in, inHead));
            if (inTail - inHead < length || !handler.onFrame(in, inHead, length)) {
                break;
            }
            inHead += length;
            taken++;
        }
        if (inHead == inTail) {
            inHead = 0;
            inTail = 0;
        } else if (in.capacity() - inHead < WireLimits.FRAME_BYTES_MAX) {
            in.putBytes(0, in, inHead, inTail - inHead);
            inTail -= inHead;
            inHead = 0;
        }
        return taken;
    }

    @Override
    public void onWake() {
        // What has woken the reader is what it reads.
    }

    @Override
    public boolean arm() {
        return true;
    }

    @Override
    public void wakeBy(Runnable reader) {
        stream.wakeBy(reader);
    }

    @Override
    public void disarm() {
        // A socket wakes who sleeps on it by itself.
    }

    @Override
    public int spins() {
        return 0;
    }

    @Override
    public SelectableChannel channel() {
        return stream.channel();
    }

    @Override
    public void close() {
        stream.close();
    }
}
