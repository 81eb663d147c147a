package io.baton.engine.transaction;

import io.baton.lock.LockNames;
import io.baton.storage.Lifetime;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's writes by table and key, with full row images in memory of its own: open addressing, cleared in the
 * time of its use. One thread at a time.
 */
public final class WriteSet implements AutoCloseable {

    private static final int INITIAL_CAPACITY = 128;
    /** A set with this many places a write is cleared write by write. */
    private static final int SPARSE = 8;
    /** Room for so many writes is kept for later transactions. */
    private static final int KEPT = 1 << 12;

    private final RowArena arena;
    /** Of images that name rows: they are not written, and do not count as such. */
    private final RowArena probes;
    private boolean hasProbes;
    /** Where in the list a write is, plus 1; 0 in a free place. */
    private int[] places = new int[INITIAL_CAPACITY];
    private Write[] list = new Write[INITIAL_CAPACITY / 2];
    private int size;

    public WriteSet(RowArena arena, RowArena probes) {
        this.arena = arena;
        this.probes = probes;
    }

    /** The transaction's own write of a row, or null. */
    @Nullable
    public Write find(TableContext table, long key) {
        return table.hasWrites() ? lookUp(table, key) : null;
    }

    private @Nullable Write lookUp(TableContext table, long key) {
        final int mask = places.length - 1;
        int at = home(table, key, mask);
        while (places[at] != 0) {
            final Write write = list[places[at] - 1];
            if (write.key == key && write.numbered == table) {
                return write;
            }
            at = (at + 1) & mask;
        }
        return null;
    }

    /** The transaction's own write of the row of a wide table that has the key of an image, or null. */
    @Nullable
    Write find(TableContext table, long number, Row probe) {
        if (!table.hasWrites()) {
            return null;
        }
        final int mask = places.length - 1;
        int at = home(table, number, mask);
        while (places[at] != 0) {
            final Write write = list[places[at] - 1];
            if (write.key == number && write.table == table && table.schema.sameKey(table.keyOf(write), probe)) {
                return write;
            }
            at = (at + 1) & mask;
        }
        return null;
    }

    /** The transaction's own write of a row, or null. */
    @Nullable
    Write find(TableContext table, Row row) {
        if (!table.hasWrites()) {
            return null;
        }
        final long number = table.schema.keyOf(row);
        return table.table.wide ? find(table, number, row) : find(table, number);
    }

    /** Makes an image to name rows by, good until the attempt ends. */
    void blank(Row into) {
        if (!hasProbes) {
            probes.begin();
            hasProbes = true;
        }
        probes.blank(into);
    }

    /** Adds a write that was not in use, of a row that the set has none of. Its image, if it needs one, is made. */
    void add(Write write, long key, Write.Kind kind, long address) {
        if (size == list.length) {
            grow();
        }
        write.key = key;
        if (write.kind != kind) {
            write.kind = kind;
        }
        write.address = address;
        write.table.takeWrite();
        list[size] = write;
        place(size++);
    }

    /** Begins a transaction; returns the lifetime of all that it sees. */
    Lifetime begin() {
        return arena.begin();
    }

    /** Makes a write's image, a copy of the row as it is. */
    Row image(Write write, Row stored) {
        arena.copyWithFixedKey(write.image, stored);
        return write.image;
    }

    /** Makes a write's image, empty but for the key. */
    Row blankImage(Write write, long key) {
        arena.blankWithFixedKey(write.image, key);
        return write.image;
    }

    /** Makes a write's image, empty but for the key of another image. */
    Row blankImage(Write write, Row probe) {
        arena.blankWithFixedKey(write.image, probe);
        return write.image;
    }

    public int size() {
        return size;
    }

    public Write get(int i) {
        return list[i];
    }

    /** Forgets all writes and their images. */
    public void clear() {
        if (size > 0) {
            clearPlaces();
            size = 0;
        }
        arena.reset();
        if (hasProbes) {
            hasProbes = false;
            probes.reset();
        }
        if (list.length > KEPT) {
            final Write[] shorter = new Write[KEPT];
            places = new int[2 * KEPT];
            list = shorter;
        }
    }

    private void clearPlaces() {
        if (places.length > SPARSE * size) {
            for (int i = 0; i < size; i++) {
                places[list[i].place] = 0;
            }
        } else {
            Arrays.fill(places, 0);
        }
    }

    @Override
    public void close() {
        arena.close();
        probes.close();
    }

    private void place(int number) {
        final Write write = list[number];
        final int mask = places.length - 1;
        int at = home(write.table, write.key, mask);
        while (places[at] != 0) {
            at = (at + 1) & mask;
        }
        places[at] = number + 1;
        write.place = at;
    }

    private void grow() {
        // Both are there before either is used, so that want of memory changes nothing.
        final Write[] longer = Arrays.copyOf(list, 2 * size);
        final int[] wider = new int[2 * places.length];
        list = longer;
        places = wider;
        for (int i = 0; i < size; i++) {
            place(i);
        }
    }

    private static int home(TableContext table, long key, int mask) {
        return (int) LockNames.mix(key ^ (long) table.table.ordinal << 56) & mask;
    }
}
