package io.baton.explore.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * States and the transitions between them, as far as a search has got. State 0 is the first. A transition is a number
 * of the model checker's, of which there are 255 kinds at most. Some 15 bytes a state, 5 a transition, and 5 a state
 * with transitions if these are added together, after those of the states to which they lead: then it is also
 * searched fastest. Not thread-safe.
 */
public final class StateGraph {

    private final DigestTable ids = new DigestTable();
    private final EdgeLog edges = new EdgeLog();

    /**
     * Numbers a state.
     *
     * @param digest its hash
     * @return its number; negative (minus the number, minus 1) if it was not known
     * @throws IllegalStateException if there are more than an int can count
     */
    public int state(long digest) {
        return ids.number(digest);
    }

    /**
     * Notes that a transition leads from one state to another.
     *
     * @param before number of the first state
     * @param transition the transition
     * @param after number of the second state
     * @throws IllegalStateException if it is the 256th kind of transition
     */
    public void edge(int before, int transition, int after) {
        edges.add(before, transition, after);
    }

    /** {@return the number of states} */
    public int states() {
        return ids.size();
    }

    /** {@return the number of transitions that were taken} */
    public long edges() {
        return edges.edges();
    }

    /**
     * Tells whether another exploration found the same states.
     *
     * @param other its graph
     * @return whether the hashes are the same
     */
    public boolean sameStates(StateGraph other) {
        return ids.sameDigests(other.ids);
    }

    /**
     * Finds the shortest way from the first state to a wanted one. Takes 4 bytes a state.
     *
     * @param wanted numbers of states
     * @return the transitions on the way, or null if none of them was reached
     */
    public int @Nullable [] shortestTo(BitSet wanted) {
        final int[] distances = wanted.isEmpty() ? new int[0] : distances();
        int nearest = -1;
        for (int state = wanted.nextSetBit(0); state >= 0; state = wanted.nextSetBit(state + 1)) {
            if (distances[state] < Integer.MAX_VALUE && (nearest < 0 || distances[state] < distances[nearest])) {
                nearest = state;
            }
        }
        return nearest < 0 ? null : new WayBack(distances, nearest).find();
    }

    /** How many transitions away each state is, repeated until nothing gets nearer; successors after their states. */
    private int[] distances() {
        final int[] distances = new int[states()];
        Arrays.fill(distances, Integer.MAX_VALUE);
        distances[0] = 0;
        final Measure measure = new Measure(distances);
        do {
            measure.nearer = false;
            edges.backwards(measure);
        } while (measure.nearer);
        return distances;
    }

    /**
     * Finds the states from which none of the given ones can be reached.
     *
     * @param goals numbers of states
     * @param excluded transitions that do not count
     * @return numbers of states
     */
    public BitSet cannotReach(BitSet goals, IntPredicate excluded) {
        final Reach reach = new Reach(goals, excluded);
        do {
            reach.more = false;
            edges.forwards(reach);
        } while (reach.more);
        final BitSet stuck = reach.reaching;
        stuck.flip(0, states());
        return stuck;
    }

    /** Makes distances shorter; read backwards. */
    private static final class Measure implements EdgeLog.Reader {

        private final int[] distances;
        private int next;
        private boolean nearer;

        Measure(int[] distances) {
            this.distances = distances;
        }

        @Override
        public void owner(int state) {
            next = distances[state] == Integer.MAX_VALUE ? Integer.MAX_VALUE : distances[state] + 1;
        }

        @Override
        public void edge(int code, int target) {
            if (next < distances[target]) {
                distances[target] = next;
                nearer = true;
            }
        }
    }

    /** Follows a shortest way back to the first state; read forwards. */
    private final class WayBack implements EdgeLog.Reader {

        private final int[] distances;
        private final int[] way;
        private int at;
        /** Code of a transition of the present owner that leads to where it is; -1 if none does. */
        private int leading = -1;

        WayBack(int[] distances, int target) {
            this.distances = distances;
            this.way = new int[distances[target]];
            this.at = target;
        }

        int[] find() {
            while (distances[at] > 0) {
                edges.forwards(this);
            }
            return way;
        }

        @Override
        public void owner(int state) {
            if (leading >= 0 && distances[state] == distances[at] - 1) {
                at = state;
                way[distances[at]] = edges.transition(leading);
            }
            leading = -1;
        }

        @Override
        public void edge(int code, int target) {
            leading = target == at ? code : leading;
        }
    }

    /** Collects the states that reach what others reach; read forwards. */
    private final class Reach implements EdgeLog.Reader {

        private final BitSet reaching = new BitSet(states());
        private final boolean[] counts = new boolean[edges.codes()];
        private boolean reaches;
        private boolean more;

        Reach(BitSet goals, IntPredicate excluded) {
            reaching.or(goals);
            for (int code = 0; code < counts.length; code++) {
                counts[code] = !excluded.test(edges.transition(code));
            }
        }

        @Override
        public void owner(int state) {
            if (reaches && !reaching.get(state)) {
                reaching.set(state);
                more = true;
            }
            reaches = false;
        }

        @Override
        public void edge(int code, int target) {
            reaches |= counts[code] && reaching.get(target);
        }
    }
}
