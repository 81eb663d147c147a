package io.baton.lock.shiftlock;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A client's holds: found by slot, or one after another, and reused. Open addressing with linear probing over
 * numbers, so that a transaction's few dozen locks stay within a few cache lines, and nothing stores a reference on the
 * usual path: under the garbage collectors that the JVM prefers, that costs a memory fence.
 * <pre>
 *   a place of the table   63            32 31             0
 *                         +----------------+----------------+
 *                         |    slot + 1    |   hold.index   |     0: free
 *                         +----------------+----------------+
 *   members               | in use ...     | spare ...      |
 *                         0                size             memberCount
 * </pre>
 * A ghost is neither in use nor spare.
 *
 * <p>Whatever needs memory gets it before anything is changed, so that its want leaves no lock without a hold. What a
 * large transaction has taken is given back with its last lock, which needs none.
 */
final class Holds {

    /** How many holds are kept from transaction to transaction. */
    static final int KEPT = 1 << 12;

    private static final int INITIAL_CAPACITY = 64;
    /** A table with this many places a hold is cleared hold by hold. */
    private static final int SPARSE = 16;

    private Hold[] all = new Hold[INITIAL_CAPACITY];
    private int allCount;
    private Hold[] members = new Hold[INITIAL_CAPACITY];
    private int memberCount;
    private int size;
    private long[] table = new long[INITIAL_CAPACITY];
    private int shift = shift(INITIAL_CAPACITY);
    private long attempts;
    /** The arrays as they were before they had room for more than is kept. */
    private Hold[] keptAll = all;
    private Hold[] keptMembers = members;
    private long[] keptTable = table;

    /** Names attempts from here on, so that a client on the route of a dead one answers to none of its names. */
    void attemptsFrom(long first) {
        attempts = first;
    }

    /** The hold in use for a slot. The one that was begun last is found without a lookup, which a lone lock is. */
    @Nullable
    Hold get(int slot) {
        final int last = size - 1;
        if (last < 0 || members[last].slot == slot) {
            return last < 0 ? null : members[last];
        }
        final long[] places = table;
        final int mask = places.length - 1;
        int at = home(slot) & mask;
        long place = places[at];
        while (place != 0 && slotOf(place) != slot) {
            at = (at + 1) & mask;
            place = places[at];
        }
        return place == 0 ? null : all[(int) place];
    }

    /** The hold in use for a slot, or else a spare one, idle, that is taken into use for it: one lookup for both. */
    Hold use(int slot) {
        final long[] places = table;
        final int mask = places.length - 1;
        int at = home(slot) & mask;
        if (size == 0) {
            return begin(slot, at);
        }
        long place = places[at];
        while (place != 0 && slotOf(place) != slot) {
            at = (at + 1) & mask;
            place = places[at];
        }
        return place == 0 ? begin(slot, at) : all[(int) place];
    }

    /** Takes a spare hold into use for a slot that has none. */
    Hold begin(int slot) {
        return begin(slot, freePlace(slot));
    }

    /** Makes room for some more, which then need no memory. */
    void reserve(int more) {
        while (memberCount - size < more) {
            addSpare(create());
        }
        while (2 * (size + more + 1) > table.length) {
            grow();
        }
    }

    private Hold begin(int slot, int at) {
        int place = at;
        if (size == memberCount || 2 * (size + 2) > table.length) {
            reserve(1);
            place = freePlace(slot);
        }
        final Hold hold = members[size];
        hold.slot = slot;
        enter(hold, place);
        return hold;
    }

    /** Makes a hold in use a spare one. */
    void end(Hold hold) {
        leave(hold);
        hold.forget();
        shrinkIfLarge();
    }

    /** Makes all holds in use spare ones. */
    void endAll() {
        if (table.length > SPARSE * size) {
            while (size > 0) {
                end(members[size - 1]);
            }
            return;
        }
        Arrays.fill(table, 0);
        for (int i = 0; i < size; i++) {
            members[i].forget();
        }
        size = 0;
        shrinkIfLarge();
    }

    /** Takes a hold out of use that goes on as a ghost. */
    void detach(Hold hold) {
        leave(hold);
        move(hold, --memberCount);
    }

    /** Takes a ghost into use again, for whose slot there is no hold. */
    void attach(Hold ghost) {
        reserve(1);
        addSpare(ghost);
        move(ghost, size);
        enter(ghost, freePlace(ghost.slot));
    }

    /** Makes a ghost that is gone a spare hold. */
    void retire(Hold ghost) {
        ghost.forget();
        addSpare(ghost);
        shrinkIfLarge();
    }

    /** Whether every hold in use is a lock that the client has. */
    boolean areHeld() {
        for (int i = 0; i < size; i++) {
            if (!members[i].isHeld()) {
                return false;
            }
        }
        return true;
    }

    int size() {
        return size;
    }

    Hold at(int position) {
        return members[position];
    }

    /** Names what the hold is about to do; the name is never used again. */
    void nameAttempt(Hold hold) {
        hold.attempt = ++attempts;
    }

    /** What decides how holds and attempts are named from now on. */
    String describe() {
        final StringBuilder text = new StringBuilder().append(attempts);
        for (int i = 0; i < memberCount; i++) {
            text.append(i < size ? " +" : " -").append(members[i].index);
        }
        return text.toString();
    }

    private void enter(Hold hold, int at) {
        table[at] = placeOf(hold);
        hold.at = at;
        size++;
    }

    private void leave(Hold hold) {
        closeGap(hold.at, table.length - 1);
        if (hold.position != --size) {
            move(hold, size);
        }
    }

    /** Lets a hold change places with the one at a position. */
    void move(Hold hold, int position) {
        final Hold other = members[position];
        other.position = hold.position;
        hold.position = position;
        members[other.position] = other;
        members[position] = hold;
    }

    private void addSpare(Hold hold) {
        hold.position = memberCount;
        members[memberCount++] = hold;
    }

    private Hold create() {
        if (allCount == all.length) {
            lengthen();
        }
        final Hold hold = new Hold(allCount);
        all[allCount++] = hold;
        return hold;
    }

    private void lengthen() {
        final Hold[] longer = Arrays.copyOf(members, 2 * allCount);
        final Hold[] longerAll = Arrays.copyOf(all, 2 * allCount);
        if (allCount == KEPT) {
            keptAll = all;
            keptMembers = members;
            keptTable = table;
        }
        members = longer;
        all = longerAll;
    }

    private void shrinkIfLarge() {
        if (size == 0 && allCount > KEPT && memberCount == allCount) {
            shrink();
        }
    }

    private void shrink() {
        all = keptAll;
        members = keptMembers;
        allCount = KEPT;
        memberCount = KEPT;
        for (int i = 0; i < KEPT; i++) {
            members[i] = all[i];
            members[i].position = i;
        }
        table = keptTable;
        Arrays.fill(table, 0);
        shift = shift(table.length);
    }

    /** Moves later entries of the run back, so that no probe ends at the gap too early. */
    private void closeGap(int removed, int mask) {
        int gap = removed;
        int at = (gap + 1) & mask;
        long place = table[at];
        while (place != 0) {
            if (((at - home(slotOf(place))) & mask) >= ((at - gap) & mask)) {
                table[gap] = place;
                all[(int) place].at = gap;
                gap = at;
            }
            at = (at + 1) & mask;
            place = table[at];
        }
        table[gap] = 0;
    }

    private int freePlace(int slot) {
        final long[] places = table;
        final int mask = places.length - 1;
        int at = home(slot) & mask;
        while (places[at] != 0) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        final long[] before = table;
        table = new long[2 * before.length];
        shift = shift(table.length);
        for (long place : before) {
            if (place != 0) {
                final int at = freePlace(slotOf(place));
                table[at] = place;
                all[(int) place].at = at;
            }
        }
    }

    private int home(int slot) {
        return (slot * 0x9E37_79B9) >>> shift;
    }

    private static long placeOf(Hold hold) {
        return (long) (hold.slot + 1) << 32 | hold.index;
    }

    private static int slotOf(long place) {
        return (int) (place >>> 32) - 1;
    }

    private static int shift(int capacity) {
        return Integer.SIZE - Integer.numberOfTrailingZeros(capacity);
    }
}
