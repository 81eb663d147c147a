package io.baton.engine.check;

import io.baton.engine.check.HandHistory.Op;
import io.baton.engine.check.HandHistory.Txn;
import io.baton.engine.history.HistoryOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Judges small histories by trying all orders. Shares nothing with the checker but the histories. */
final class BruteForce {

    private final List<Txn> all;

    BruteForce(HandHistory history) {
        all = history.transactions;
    }

    /** Whether some order of the committed transactions and some of the unknown ones explains everything. */
    boolean strictlySerializable() {
        final List<Txn> committed = all.stream().filter(t -> t.outcome == HistoryOutcome.COMMITTED).toList();
        final List<Txn> unknown = all.stream().filter(t -> t.outcome == HistoryOutcome.UNKNOWN).toList();
        for (int chosen = 0; chosen < 1 << unknown.size(); chosen++) {
            final List<Txn> candidates = new ArrayList<>(committed);
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

    private static boolean someOrder(List<Txn> left, Map<Object, Long> state) {
        if (left.isEmpty()) {
            return true;
        }
        for (Txn next : left) {
            if (left.stream().anyMatch(other -> other != next && answered(other) < next.begin)) {
                continue;
            }
            final Map<Object, Long> after = apply(next, state);
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
    private static @org.jspecify.annotations.Nullable Map<Object, Long> apply(Txn txn, Map<Object, Long> state) {
        final Map<Object, Long> after = new HashMap<>(state);
        for (Op op : txn.ops) {
            if (!op.kind.writes() && state.getOrDefault(name(op), 0L) != op.version) {
                return null;
            }
        }
        for (Op op : txn.ops) {
            if (op.kind.writes()) {
                if (after.getOrDefault(name(op), 0L) + 1 != op.version) {
                    return null;
                }
                after.put(name(op), op.version);
            }
        }
        return after;
    }

    private static Object name(Op op) {
        return List.of(op.kind.prefix(), op.key);
    }
}
