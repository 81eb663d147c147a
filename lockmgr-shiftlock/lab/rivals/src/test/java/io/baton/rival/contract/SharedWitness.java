package io.baton.rival.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Who is inside which lock, in a file that several processes map. A line of 64 bytes for each lock: readers, writers,
 * and a count that writers raise without atomics; one more line counts the processes that have come.
 */
final class SharedWitness {

    private static final int LINE_BYTES = 64;
    private static final int WRITERS = 4;
    private static final int COUNT = 8;
    private static final int LINES = LockContractTest.SLOTS + 1;
    private static final int ARRIVED = LockContractTest.SLOTS * LINE_BYTES;

    private final UnsafeBuffer lines;

    /** Maps the file; a new one is all zeros. */
    SharedWitness(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            final ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) LINES * LINE_BYTES);
            lines = new UnsafeBuffer(mapped);
        }
    }

    /** Waits until so many processes have come, so that they meet. */
    void arriveAndAwait(int processes, long patienceNanos) {
        lines.getAndAddInt(ARRIVED, 1);
        final long limit = System.nanoTime() + patienceNanos;
        while (lines.getIntVolatile(ARRIVED) < processes) {
            if (System.nanoTime() > limit) {
                throw new AssertionError("the other processes have not come");
            }
            Thread.yield();
        }
    }

    /** Called by a client that holds the lock. */
    void visit(int slot, boolean exclusive) {
        final int line = slot * LINE_BYTES;
        if (exclusive) {
            check(lines.getAndAddInt(line + WRITERS, 1) == 0, slot, "a writer enters beside another");
            final long count = lines.getLong(line + COUNT);
            lines.putLong(line + COUNT, count + 1);
            Thread.yield();
            check(lines.getIntVolatile(line) == 0, slot, "a reader is beside a writer");
            check(lines.getLong(line + COUNT) == count + 1, slot, "a writer's count changes under its hands");
            lines.getAndAddInt(line + WRITERS, -1);
        } else {
            lines.getAndAddInt(line, 1);
            final long count = lines.getLong(line + COUNT);
            check(lines.getIntVolatile(line + WRITERS) == 0, slot, "a reader enters beside a writer");
            Thread.yield();
            check(lines.getLong(line + COUNT) == count, slot, "a reader's count changes under its eyes");
            lines.getAndAddInt(line, -1);
        }
    }

    private static void check(boolean holds, int slot, String sentence) {
        if (!holds) {
            throw new AssertionError(sentence + ", slot " + slot);
        }
    }

    /** How often locks were held exclusively; nobody may hold one. */
    long grants() {
        long sum = 0;
        for (int slot = 0; slot < LockContractTest.SLOTS; slot++) {
            sum += lines.getLong(slot * LINE_BYTES + COUNT);
        }
        return sum;
    }
}
