package io.baton.history.check;

import io.baton.history.HistoryOperation;
import io.baton.history.HistoryOutcome;
import io.baton.history.check.HandHistory.Op;
import io.baton.history.check.HandHistory.Txn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges small histories by trying all orders. Shares nothing with the checker but the histories. An aborted
 * transaction has a place in the order too, because its caller was answered from what it read; it writes nothing there.
 */
final class BruteForce {

    /** A row or prefix: its version, and whether the row is there, null as long as nobody has said. */
    private record Thing(long version, @Nullable Boolean present) {
    }

    private static final Thing LOADED = new Thing(0, null);

    private final List<Txn> all;

    BruteForce(HandHistory history) {
        all = history.transactions;
    }

    /** Whether some order of the answered transactions and some of the unknown ones explains everything. */
    boolean strictlySerializable() {
        final List<Txn> answered = all.stream().filter(t -> t.outcome != HistoryOutcome.UNKNOWN).toList();
        final List<Txn> unknown = all.stream().filter(t -> t.outcome == HistoryOutcome.UNKNOWN).toList();
        for (int chosen = 0; chosen < 1 << unknown.size(); chosen++) {
            final List<Txn> candidates = new ArrayList<>(answered);
            for (int i = 0; i < unknown.size(); i++) {
                if ((chosen & (1 << i)) != 0) {
                    candidates.add(unknown.get(i));
                }
            }
            if (someOrder(candidates, new HashMap<>())) {
                return true;
            }
        }
        return false;
    }

    private static boolean someOrder(List<Txn> left, Map<Object, Thing> state) {
        if (left.isEmpty()) {
            return true;
        }
        for (Txn next : left) {
            if (left.stream().anyMatch(other -> other != next && answered(other) < next.begin)) {
                continue;
            }
            final Map<Object, Thing> after = apply(next, state);
            if (after != null) {
                final List<Txn> rest = new ArrayList<>(left);
                rest.remove(next);
                if (someOrder(rest, after)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long answered(Txn txn) {
        return txn.outcome == HistoryOutcome.UNKNOWN ? Long.MAX_VALUE : txn.end;
    }

    /** All reads see the state before, then all writes count on. Null if they do not. */
    private static @Nullable Map<Object, Thing> apply(Txn txn, Map<Object, Thing> state) {
        final Map<Object, Thing> after = new HashMap<>(state);
        for (Op op : txn.ops) {
            if (!op.kind.writes() && !see(op, op.version, after)) {
                return null;
            }
        }
        for (Op op : txn.ops) {
            if (op.kind.writes() && txn.outcome != HistoryOutcome.ABORTED) {
                if (!see(op, op.version - 1, after)) {
                    return null;
                }
                after.put(name(op), new Thing(op.version, op.kind != HistoryOperation.DELETE));
            }
        }
        return after;
    }

    /** Whether an operation finds this version of its row or prefix, and the row there or not, as it says. */
    private static boolean see(Op op, long version, Map<Object, Thing> state) {
        final Thing thing = state.getOrDefault(name(op), LOADED);
        final boolean present = op.kind != HistoryOperation.READ_ABSENT && op.kind != HistoryOperation.INSERT;
        if (op.kind.prefix()) {
            return thing.version == version;
        }
        state.put(name(op), new Thing(thing.version, present));
        return thing.version == version && (thing.present == null || thing.present == present);
    }

    private static Object name(Op op) {
        return List.of(op.kind.prefix(), op.key);
    }
}
