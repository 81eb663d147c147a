package io.baton.history;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** A block, owned by the recorder that fills it or by the thread that writes it to the file. */
final class Block {

    /** So that handing a block over costs little beside filling it. */
    static final int BYTES = 128 * 1024;

    final ByteBuffer buffer;
    private final LongBuffer words;
    int client;
    long sequence;
    int transactions;

    Block(int bytes) {
        buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        words = buffer.position(BlockHeader.BYTES).slice().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }

    /** Whether it is one of those that are used again. */
    boolean standard() {
        return buffer.capacity() == BYTES;
    }

    void begin(int newClient, long firstSequence) {
        client = newClient;
        sequence = firstSequence;
        transactions = 0;
        words.clear();
    }

    boolean fits(int count) {
        return words.remaining() >= count;
    }

    void add(long[] transaction, int count) {
        words.put(transaction, 0, count);
        transactions++;
    }

    /** Makes the whole block ready to be written. */
    ByteBuffer finish() {
        buffer.position(0).limit(BlockHeader.BYTES + words.position() * Long.BYTES);
        BlockHeader.write(buffer, BlockHeader.TRANSACTIONS, client, transactions, sequence);
        return buffer;
    }

    static int bytesFor(int words) {
        return BlockHeader.BYTES + words * Long.BYTES;
    }
}
