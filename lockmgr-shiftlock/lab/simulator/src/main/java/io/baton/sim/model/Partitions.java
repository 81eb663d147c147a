package io.baton.sim.model;

import java.util.ArrayList;
import java.util.List;

/** Which nodes cannot reach which, and from when to when. */
public final class Partitions {

    /** Nothing gets from one node to another that leaves at a time at or after the first and before the last. */
    private record Cut(int from, int to, long fromNanos, long toNanos) {

        boolean holds(int sender, int receiver, long leaves) {
            return sender == from && receiver == to && leaves >= fromNanos && leaves < toNanos;
        }
    }

    private final List<Cut> cuts = new ArrayList<>();

    public void add(int from, int to, long fromNanos, long toNanos) {
        cuts.add(new Cut(from, to, fromNanos, toNanos));
    }

    /** When a message that would leave at a time can leave: at that time unless it is cut off. */
    public long leaves(int from, int to, long time) {
        long leaves = time;
        for (int i = 0; i < cuts.size(); i++) {
            if (cuts.get(i).holds(from, to, leaves)) {
                leaves = cuts.get(i).toNanos();
                i = -1;
            }
        }
        return leaves;
    }

    /** Forgets what is over. */
    public void forgetBefore(long now) {
        cuts.removeIf(cut -> cut.toNanos() <= now);
    }

    public boolean isEmpty() {
        return cuts.isEmpty();
    }
}
