package io.baton.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Gives partitions small numbers, so that the directory can be a map from long to long. Numbers are reused. */
final class PartitionTable extends Latch {
    // Ownership: add and remove hold the latch. get takes nothing: its number came out of the directory, after the
    // release that published it; a number that was reused meanwhile gives another partition or none, which the
    // caller sees by its prefix.
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Partition[].class);
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private volatile Partition[][] chunks = new Partition[0][];
    private int[] free = new int[16];
    private int freeCount;
    private int used;

    @Nullable
    Partition get(long number) {
        return (Partition) ELEMENT.getAcquire(chunks[(int) (number >>> CHUNK_BITS)], (int) number & CHUNK - 1);
    }

    long add(Partition partition) {
        latch();
        try {
            int number = freeCount > 0 ? free[--freeCount] : used++;
            Partition[][] current = chunks;
            if (number >>> CHUNK_BITS == current.length) {
                current = Arrays.copyOf(current, current.length + 1);
                current[current.length - 1] = new Partition[CHUNK];
                chunks = current;
            }
            ELEMENT.setRelease(current[number >>> CHUNK_BITS], number & CHUNK - 1, partition);
            return number;
        } finally {
            unlatch();
        }
    }

    void remove(long number) {
        latch();
        try {
            ELEMENT.setRelease(chunks[(int) (number >>> CHUNK_BITS)], (int) number & CHUNK - 1, null);
            if (freeCount == free.length) {
                free = Arrays.copyOf(free, 2 * freeCount);
            }
            free[freeCount++] = (int) number;
        } finally {
            unlatch();
        }
    }
}
