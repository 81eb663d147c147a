package io.baton.lock;

import java.util.Arrays;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/** States and the choices between them, as far as an {@link Explorer} has got. State 0 is the first. */
final class StateGraph {

    private final Long2LongHashMap ids = new Long2LongHashMap(-1);
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList to = new IntArrayList();
    private final IntArrayList choices = new IntArrayList();

    /** The number of a state, negative (minus the number, minus 1) if it was not known. */
    int state(long digest) {
        final long known = ids.get(digest);
        if (known >= 0) {
            return (int) known;
        }
        final int id = ids.size();
        ids.put(digest, id);
        return -id - 1;
    }

    void edge(int before, int choice, int after) {
        from.addInt(before);
        choices.addInt(choice);
        to.addInt(after);
    }

    int states() {
        return ids.size();
    }

    int edges() {
        return from.size();
    }

    /** Whether another exploration found the same states. */
    boolean sameStates(StateGraph other) {
        if (states() != other.states()) {
            return false;
        }
        return ids.keySet().containsAll(other.ids.keySet());
    }

    /** The shortest way from the first state to a wanted one; the length of the array is the number of choices. */
    int @Nullable [] shortestTo(boolean[] wanted) {
        final int[] by = search(new int[] {0}, false, 0, wanted);
        if (by.length == 0) {
            return null;
        }
        int length = 0;
        for (int edge = by[by.length - 1]; edge >= 0; edge = by[from.getInt(edge)]) {
            length++;
        }
        final int[] way = new int[length];
        for (int edge = by[by.length - 1]; edge >= 0; edge = by[from.getInt(edge)]) {
            way[--length] = choices.getInt(edge);
        }
        return way;
    }

    /** Which states cannot get to any of the given ones by choices other than those of one kind. */
    boolean[] cannotReach(int[] goals, int excludedKind) {
        final int[] by = search(goals, true, excludedKind, null);
        final boolean[] stuck = new boolean[states()];
        for (int i = 0; i < stuck.length; i++) {
            stuck[i] = by[i] == -1;
        }
        return stuck;
    }

    /**
     * Breadth first. Returns for each state the edge by which it was found (-2 for the origins, -1 if it was not), and
     * at the end, if something is wanted, the edge by which that was found; empty if it was not found.
     */
    private int[] search(int[] origins, boolean backwards, int excludedKind, boolean @Nullable [] wanted) {
        final IntArrayList tails = backwards ? to : from;
        final IntArrayList heads = backwards ? from : to;
        final int[] first = new int[states() + 1];
        for (int edge = 0; edge < edges(); edge++) {
            first[tails.getInt(edge) + 1]++;
        }
        for (int i = 0; i < states(); i++) {
            first[i + 1] += first[i];
        }
        final int[] sorted = new int[edges()];
        final int[] next = Arrays.copyOf(first, states());
        for (int edge = 0; edge < edges(); edge++) {
            sorted[next[tails.getInt(edge)]++] = edge;
        }
        final int[] by = new int[states() + (wanted == null ? 0 : 1)];
        Arrays.fill(by, -1);
        final int[] queue = new int[states()];
        int end = 0;
        for (int origin : origins) {
            by[origin] = -2;
            queue[end++] = origin;
            if (wanted != null && wanted[origin]) {
                by[by.length - 1] = -2;
                return by;
            }
        }
        for (int at = 0; at < end; at++) {
            for (int i = first[queue[at]]; i < first[queue[at] + 1]; i++) {
                final int edge = sorted[i];
                final int head = heads.getInt(edge);
                if (by[head] == -1 && (excludedKind == 0 || choices.getInt(edge) >>> 8 != excludedKind >>> 8)) {
                    by[head] = edge;
                    queue[end++] = head;
                    if (wanted != null && wanted[head]) {
                        by[by.length - 1] = edge;
                        return by;
                    }
                }
            }
        }
        return wanted == null ? by : new int[0];
    }
}
