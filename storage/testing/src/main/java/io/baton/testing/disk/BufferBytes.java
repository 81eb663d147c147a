package io.baton.testing.disk;

import java.nio.ByteBuffer;

/** Bytes of several buffers as one array. */
final class BufferBytes {
    private BufferBytes() {
    }

    static int remaining(ByteBuffer[] buffers, int offset, int length) {
        int bytes = 0;
        for (int i = offset; i < offset + length; i++) {
            bytes = Math.addExact(bytes, buffers[i].remaining());
        }
        return bytes;
    }

    /** {@return all that remains in the buffers, whose positions stay} */
    static byte[] gather(ByteBuffer[] buffers, int offset, int length) {
        byte[] bytes = new byte[remaining(buffers, offset, length)];
        int at = 0;
        for (int i = offset; i < offset + length; i++) {
            int count = buffers[i].remaining();
            buffers[i].get(buffers[i].position(), bytes, at, count);
            at += count;
        }
        return bytes;
    }

    /** Advances the buffers' positions by so many bytes. */
    static void skip(int bytes, ByteBuffer[] buffers, int offset) {
        int left = bytes;
        for (int i = offset; left > 0; i++) {
            int count = Math.min(left, buffers[i].remaining());
            buffers[i].position(buffers[i].position() + count);
            left -= count;
        }
    }

    /** Puts bytes into the buffers, one behind the other. */
    static void scatter(byte[] bytes, int count, ByteBuffer[] buffers, int offset) {
        int at = 0;
        for (int i = offset; at < count; i++) {
            int part = Math.min(count - at, buffers[i].remaining());
            buffers[i].put(bytes, at, part);
            at += part;
        }
    }
}
