package io.baton.lab.bench.remote;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Two Agrona rings in a file and nothing else: what shared memory costs when both sides spin. */
final class BareRing {

    static final int MESSAGE_BYTES = 64;
    private static final int CAPACITY = 64 * 1024;
    private static final int RING_BYTES = CAPACITY + RingBufferDescriptor.TRAILER_LENGTH;
    private static final int STOP = 2 * RING_BYTES;
    private static final int FILE_BYTES = STOP + 64;

    private final UnsafeBuffer file;
    private final OneToOneRingBuffer in;
    private final OneToOneRingBuffer out;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[MESSAGE_BYTES]);
    private final MessageHandler handler = this::take;

    BareRing(Path path, boolean server) throws IOException {
        try (FileChannel channel = FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file = new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES));
        }
        in = new OneToOneRingBuffer(new UnsafeBuffer(file, server ? 0 : RING_BYTES, RING_BYTES));
        out = new OneToOneRingBuffer(new UnsafeBuffer(file, server ? RING_BYTES : 0, RING_BYTES));
    }

    private void take(int type, MutableDirectBuffer buffer, int index, int length) {
        message.putBytes(0, buffer, index, length);
    }

    /** One message there and back. */
    void ping() {
        out.write(1, message, 0, MESSAGE_BYTES);
        while (in.read(handler, 1) == 0) {
            Thread.onSpinWait();
        }
    }

    /** Answers until told to stop. */
    void echo() {
        while (file.getIntVolatile(STOP) == 0) {
            if (in.read(handler, 1) == 0) {
                Thread.onSpinWait();
            } else {
                out.write(1, message, 0, MESSAGE_BYTES);
            }
        }
    }

    /** Lets the other side end. */
    void stop() {
        file.putIntVolatile(STOP, 1);
    }
}
