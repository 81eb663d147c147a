package io.baton.wire.carrier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;

/**
 * The bytes of a lane over a socket, as they are or encrypted. Never blocks.
 *
 * <p>Concurrency: one thread at a time reads, one at a time writes; both may at once.
 */
interface ByteStream {

    /** Reads what is there; returns how many bytes it was, or −1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** Whether there may be more to read that the channel does not show, because it was taken from it already. */
    boolean hasRest();

    /** Takes what it can, and gives the peer what it takes now. */
    void write(ByteBuffer from) throws IOException;

    /** Whether something that was taken, or must be answered, is still here. */
    boolean hasBacklog();

    /** Says what to run when there may be something to read that the channel does not show. */
    void wakeBy(Runnable reader);

    SelectableChannel channel();

    void close();
}
