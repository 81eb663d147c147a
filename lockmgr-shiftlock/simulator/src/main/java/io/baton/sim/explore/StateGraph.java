package io.baton.sim.explore;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/**
 * States and the choices between them, as far as an exploration has got. State 0 is the first. A choice is a number of
 * the explorer's own. Not thread-safe.
 */
public final class StateGraph {

    private final Long2LongHashMap ids = new Long2LongHashMap(-1);
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList to = new IntArrayList();
    private final IntArrayList choices = new IntArrayList();

    /**
     * Numbers a state.
     *
     * @param digest its hash
     * @return its number; negative (minus the number, minus 1) if it was not known
     */
    public int state(long digest) {
        final long known = ids.get(digest);
        if (known >= 0) {
            return (int) known;
        }
        final int id = ids.size();
        ids.put(digest, id);
        return -id - 1;
    }

    /**
     * Notes that a choice leads from one state to another.
     *
     * @param before number of the first state
     * @param choice the choice
     * @param after number of the second state
     */
    public void edge(int before, int choice, int after) {
        from.addInt(before);
        choices.addInt(choice);
        to.addInt(after);
    }

    /**
     * Counts the states.
     *
     * @return how many there are
     */
    public int states() {
        return ids.size();
    }

    /**
     * Counts the choices that were taken.
     *
     * @return how many there are
     */
    public int edges() {
        return from.size();
    }

    /**
     * Tells whether another exploration found the same states.
     *
     * @param other its graph
     * @return whether the hashes are the same
     */
    public boolean sameStates(StateGraph other) {
        if (states() != other.states()) {
            return false;
        }
        return ids.keySet().containsAll(other.ids.keySet());
    }

    /**
     * Finds the shortest way from the first state to a wanted one.
     *
     * @param wanted by number of the state
     * @return the choices on the way, or null if none of them was reached
     */
    public int @Nullable [] shortestTo(boolean[] wanted) {
        final int[] by = search(new int[] {0}, false, choice -> false, wanted);
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

    /**
     * Finds the states from which none of the given ones can be reached.
     *
     * @param goals numbers of states
     * @param excluded choices that do not count
     * @return by number of the state
     */
    public boolean[] cannotReach(int[] goals, IntPredicate excluded) {
        final int[] by = search(goals, true, excluded, null);
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
    private int[] search(int[] origins, boolean backwards, IntPredicate excluded, boolean @Nullable [] wanted) {
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
                if (by[head] == -1 && !excluded.test(choices.getInt(edge))) {
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
