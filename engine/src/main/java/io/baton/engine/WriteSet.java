package io.baton.engine;

import io.baton.lock.LockNames;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A transaction's writes by table and key: open addressing, cleared in the time of its use. */
final class WriteSet {

    private static final int INITIAL_CAPACITY = 128;
    /** A set with this many places a write is cleared write by write. */
    private static final int SPARSE = 8;

    private @Nullable Write[] places = new @Nullable Write[INITIAL_CAPACITY];
    private Write[] list = new Write[INITIAL_CAPACITY / 2];
    private int size;

    @Nullable Write get(TableContext table, long key) {
        final int mask = places.length - 1;
        int at = home(table, key, mask);
        Write write = places[at];
        while (write != null && (write.key != key || write.table != table)) {
            at = (at + 1) & mask;
            write = places[at];
        }
        return write;
    }

    /** Adds a write whose table and key are not in the set. */
    void add(Write write) {
        if (size == list.length) {
            grow();
        }
        place(write);
        list[size++] = write;
    }

    int size() {
        return size;
    }

    Write get(int i) {
        return list[i];
    }

    void clear() {
        if (places.length > SPARSE * size) {
            for (int i = 0; i < size; i++) {
                places[list[i].place] = null;
            }
        } else {
            Arrays.fill(places, null);
        }
        size = 0;
    }

    private void place(Write write) {
        final int mask = places.length - 1;
        int at = home(write.table, write.key, mask);
        while (places[at] != null) {
            at = (at + 1) & mask;
        }
        places[at] = write;
        write.place = at;
    }

    private void grow() {
        list = Arrays.copyOf(list, 2 * size);
        places = new @Nullable Write[2 * places.length];
        for (int i = 0; i < size; i++) {
            place(list[i]);
        }
    }

    private static int home(TableContext table, long key, int mask) {
        return (int) LockNames.mix(key ^ (long) table.table.ordinal << 56) & mask;
    }
}
