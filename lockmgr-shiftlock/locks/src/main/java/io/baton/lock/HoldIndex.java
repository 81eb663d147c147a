package io.baton.lock;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A client's holds by slot, and one after another. Open addressing with linear probing; a transaction's few dozen locks
 * stay within a few cache lines, which a general map does not offer.
 */
final class HoldIndex {

    private static final int INITIAL_CAPACITY = 64;
    /** A table with this many places a hold is cleared hold by hold. */
    private static final int SPARSE = 16;

    private @Nullable Hold[] table = new @Nullable Hold[INITIAL_CAPACITY];
    private int shift = shift(INITIAL_CAPACITY);
    private Hold[] list = new Hold[INITIAL_CAPACITY / 2];
    private int size;

    @Nullable Hold get(int slot) {
        final int mask = table.length - 1;
        int at = home(slot);
        Hold hold = table[at];
        while (hold != null && hold.slot != slot) {
            at = (at + 1) & mask;
            hold = table[at];
        }
        return hold;
    }

    void add(Hold hold) {
        if (2 * (size + 1) > table.length) {
            grow();
        }
        place(hold);
        hold.position = size;
        list[size++] = hold;
    }

    void remove(Hold hold) {
        final int mask = table.length - 1;
        int at = home(hold.slot);
        while (table[at] != hold) {
            at = (at + 1) & mask;
        }
        closeGap(at, mask);
        final Hold last = list[--size];
        list[hold.position] = last;
        last.position = hold.position;
    }

    void clear() {
        if (table.length > SPARSE * size) {
            while (size > 0) {
                remove(list[size - 1]);
            }
        } else {
            Arrays.fill(table, null);
            size = 0;
        }
    }

    int size() {
        return size;
    }

    Hold at(int position) {
        return list[position];
    }

    /** Moves later entries of the run back, so that no probe ends at the gap too early. */
    private void closeGap(int removed, int mask) {
        int gap = removed;
        int at = (gap + 1) & mask;
        Hold hold = table[at];
        while (hold != null) {
            if (((at - home(hold.slot)) & mask) >= ((at - gap) & mask)) {
                table[gap] = hold;
                gap = at;
            }
            at = (at + 1) & mask;
            hold = table[at];
        }
        table[gap] = null;
    }

    private void place(Hold hold) {
        final int mask = table.length - 1;
        int at = home(hold.slot);
        while (table[at] != null) {
            at = (at + 1) & mask;
        }
        table[at] = hold;
    }

    private void grow() {
        final @Nullable Hold[] before = table;
        table = new @Nullable Hold[2 * before.length];
        list = Arrays.copyOf(list, before.length);
        shift = shift(table.length);
        for (Hold hold : before) {
            if (hold != null) {
                place(hold);
            }
        }
    }

    private int home(int slot) {
        return (slot * 0x9E37_79B9) >>> shift;
    }

    private static int shift(int capacity) {
        return Integer.SIZE - Integer.numberOfTrailingZeros(capacity);
    }
}
