package io.baton.wire.carrier;

import io.baton.wire.frame.LaneFrameHandler;
import io.baton.wire.frame.MalformedLaneFrameException;
import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.SelectableChannel;
import org.agrona.MutableDirectBuffer;

/**
 * One end of a lane: moves frames to and from one peer. Never blocks.
 *
 * <p>Concurrency: what goes out is guarded by the lane's latch, which the caller holds; what comes in belongs to one
 * thread at a time, the reader.
 */
public abstract class Carrier {

    /** Instead of an index: the peer has not yet taken enough of what came before. */
    public static final int NO_ROOM = -1;

    // Out, under the lane's latch

    /** Begins a frame of so many bytes; returns its index in {@link #out}, or {@link #NO_ROOM}. */
    public abstract int claim(int length) throws IOException;

    /** Where claimed frames are written. */
    public abstract MutableDirectBuffer out();

    /** Ends the claimed frame. Nobody but the peer sees it any more. */
    public abstract void commit(int index, int length);

    /** Gives the peer what is committed, as much as it takes now. */
    public abstract void flush() throws IOException;

    /** Whether something committed is still here. */
    public abstract boolean hasBacklog();

    /** Whether more than half of what the peer may lag behind is free: what can be put off waits for that. */
    public abstract boolean hasHalf();

    // In, by the reader

    /**
     * Hands the frames that have come to the handler, as long as it takes them.
     *
     * @return how many it has taken
     * @throws java.io.EOFException if the peer has closed the lane
     */
    public abstract int read(LaneFrameHandler handler) throws IOException, MalformedLaneFrameException;

    /** Called by the reader when {@link #channel} is readable, before it reads. */
    public abstract void onWake() throws IOException;

    /** Says that the reader is about to sleep on {@link #channel}; returns false if there is something to read. */
    public abstract boolean arm();

    /** Says that the reader is awake again. */
    public abstract void disarm();

    /** How often it is worth to look again at once before sleeping: 0 where a look is a call of the system. */
    public abstract int spins();

    /** What becomes readable when the peer has sent something to a sleeping reader, or is gone. */
    public abstract SelectableChannel channel();

    /** Says what to run when there may be something to read that {@link #channel} does not show. */
    public void wakeBy(Runnable reader) {
        // The channel of most shows all that there is.
    }

    /** Ends the lane for both sides. Closing twice does nothing. */
    public abstract void close();

    /** Closes a socket, whatever that says. */
    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            return; // It is closed all the same.
        }
    }
}
