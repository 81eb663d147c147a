package io.baton.wire.carrier;

import io.baton.wire.frame.LaneFrameHandler;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.WireLimits;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;

/**
 * A lane over two rings in shared memory, and a Unix socket that is the bell: who has written a frame sends a byte if
 * the peer's reader sleeps. When a process dies its socket is closed, which its peer sees.
 *
 * <p>Concurrency: the writer writes a frame before it looks whether the peer sleeps; the reader says that it sleeps
 * before it looks for a frame once more, each with a full fence between. One of the two sees the other.
 */
public final class RingCarrier extends Carrier {

    private static final int FRAME_TYPE = 1;
    private static final int BELL_BYTES = 64;

    private final SocketChannel bell;
    private final OneToOneRingBuffer out;
    private final RingReader in;
    private final UnsafeBuffer header;
    private final int ownSleep;
    private final int peerSleep;
    private final int spins;
    private final Runnable onClose;
    private final ByteBuffer ring = ByteBuffer.allocateDirect(1);
    private final ByteBuffer rung = ByteBuffer.allocateDirect(BELL_BYTES);
    /** As far as the peer had read when it was last looked at, which takes a cache line from it. */
    private long peerPosition;

    public RingCarrier(SocketChannel bell, RingFile file, boolean server, int spins, Runnable onClose) {
        this.bell = bell;
        this.header = file.header();
        this.out = new OneToOneRingBuffer(server ? file.toClient() : file.toServer());
        this.in = new RingReader(server ? file.toServer() : file.toClient());
        this.ownSleep = server ? RingFile.SERVER_SLEEPS : RingFile.CLIENT_SLEEPS;
        this.peerSleep = server ? RingFile.CLIENT_SLEEPS : RingFile.SERVER_SLEEPS;
        this.spins = spins;
        this.onClose = onClose;
    }

    @Override
    public int claim(int length) throws IOException {
        try {
            final int index = out.tryClaim(FRAME_TYPE, length);
            return index > 0 ? index : NO_ROOM;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("its ring is damaged: " + e.getMessage(), e);
        }
    }

    @Override
    public MutableDirectBuffer out() {
        return out.buffer();
    }

    @Override
    public void commit(int index, int length) {
        out.commit(index);
        VarHandle.fullFence();
        if (header.getInt(peerSleep) != 0 && header.compareAndSetInt(peerSleep, 1, 0)) {
            ringBell();
        }
    }

    private void ringBell() {
        ring.clear();
        try {
            // A bell that takes no more bytes has rung already.
            bell.write(ring);
        } catch (IOException e) {
            return; // The peer is gone, which this side's reader finds out.
        }
    }

    @Override
    public void flush() {
        // A committed frame is where the peer reads it.
    }

    @Override
    public boolean hasBacklog() {
        return false;
    }

    @Override
    public boolean hasHalf() {
        final long position = out.producerPosition();
        if (position - peerPosition >= WireLimits.RING_BYTES / 2) {
            peerPosition = out.consumerPosition();
        }
        return position - peerPosition < WireLimits.RING_BYTES / 2;
    }

    @Override
    public int read(LaneFrameHandler handler) throws IOException, MalformedLaneFrameException {
        return in.read(handler);
    }

    @Override
    public void onWake() throws IOException {
        int read = BELL_BYTES;
        while (read == BELL_BYTES) {
            rung.clear();
            read = bell.read(rung);
        }
        if (read < 0) {
            throw new EOFException("the peer has closed the lane");
        }
    }

    @Override
    public boolean arm() {
        header.putInt(ownSleep, 1);
        VarHandle.fullFence();
        return in.isEmpty();
    }

    @Override
    public void disarm() {
        header.putInt(ownSleep, 0);
    }

    @Override
    public int spins() {
        return spins;
    }

    @Override
    public SelectableChannel channel() {
        return bell;
    }

    @Override
    public void close() {
        close(bell);
        onClose.run();
    }
}
