package io.baton.engine.crash;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the rows of each group are after each of its transactions, on which transactions of other groups each depends,
 * and from which operation of the disk on each is promised. Thread-safe while transactions run.
 */
final class CrashModel {

    /** By group, the rows before its first transaction here. */
    private final List<GroupRows> first;
    /** From which operation on the rows above are promised; before it, the store may be empty. */
    private volatile int firstPoint;
    /** By group and count, what the transaction did. */
    @GuardedBy("this")
    private final List<NavigableMap<Long, Committed>> committed = new ArrayList<>();
    @GuardedBy("this")
    private final List<Promise> promises = new ArrayList<>();

    /** A transaction that had begun at a point and was answered later, and what is there if it is. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody else has it.
    private record Committed(long[] program, int begunPoint, List<GroupCount> needs) {
    }

    /** From a point on, a group has counted at least so many transactions. */
    private record Promise(int point, int group, long count) {
    }

    CrashModel(List<GroupRows> first, int firstPoint) {
        this.first = List.copyOf(first);
        this.firstPoint = firstPoint;
        first.forEach(group -> committed.add(new TreeMap<>()));
    }

    int groups() {
        return first.size();
    }

    GroupRows first(int group) {
        return first.get(group);
    }

    void promiseFirst(int point) {
        firstPoint = point;
    }

    /**
     * Notes a transaction that was answered "committed", or its part of one group.
     *
     * @param needs what it has read of other groups, or written there; may be as it was first
     */
    synchronized void committed(GroupCount own, long[] program, int begunPoint, GroupCount... needs) {
        final Committed noted = new Committed(program, begunPoint, List.of(needs));
        if (committed.get(own.group()).put(own.count(), noted) != null) {
            throw new IllegalStateException("group " + own.group() + " counted " + own.count() + " twice");
        }
    }

    /** Notes that a group's transactions up to a count are promised. */
    synchronized void promise(GroupCount state, int point) {
        promises.add(new Promise(point, state.group(), state.count()));
    }

    /** Notes that all that was answered is promised. */
    synchronized void promiseAll(int point) {
        for (int group = 0; group < first.size(); group++) {
            promise(new GroupCount(group, count(group)), point);
        }
    }

    /** Forgets the transactions that a killed process has answered and not written, which was not promised. */
    synchronized void truncate(List<GroupRows> found) {
        for (int group = 0; group < first.size(); group++) {
            committed.get(group).tailMap(found.get(group).count(), false).clear();
        }
    }

    private synchronized long count(int group) {
        final NavigableMap<Long, Committed> all = committed.get(group);
        return all.isEmpty() ? first.get(group).count() : all.lastKey();
    }

    /**
     * Compares a store with this.
     *
     * @param found its rows, by group
     * @param point after which operation the power was cut
     * @return what is wrong; nothing if all is well
     */
    synchronized String judge(List<GroupRows> found, int point) {
        if (found.stream().allMatch(GroupRows.NOTHING::equals) && point < firstPoint) {
            return "";
        }
        for (int group = 0; group < first.size(); group++) {
            final String wrong = judge(group, found.get(group), point);
            if (!wrong.isEmpty()) {
                return "group " + group + ": " + wrong;
            }
        }
        return torn(found);
    }

    /** What is wrong between groups: a transaction is there without all that it has read, or as one half. */
    private synchronized String torn(List<GroupRows> found) {
        for (int group = 0; group < first.size(); group++) {
            for (final Map.Entry<Long, Committed> there : committed.get(group).headMap(found.get(group).count(), true)
                .entrySet()) {
                for (final GroupCount need : there.getValue().needs) {
                    if (found.get(need.group()).count() < need.count()) {
                        return "transaction " + there.getKey() + " of group " + group
                            + " is there, and not transaction "
                            + need.count() + " of group " + need.group() + ", which it has read or is a part of";
                    }
                }
            }
        }
        return "";
    }

    private synchronized String judge(int group, GroupRows found, int point) {
        final long promised = promises.stream()
            .filter(promise -> promise.group == group && promise.point <= point)
            .mapToLong(Promise::count).max().orElse(0);
        if (found.count() < promised) {
            return promised + " transactions are promised, " + found.count() + " are there";
        }
        if (found.count() < first.get(group).count() || found.count() > count(group)) {
            return found.count() + " transactions are there of " + count(group);
        }
        GroupRows rows = first.get(group);
        for (final Map.Entry<Long, Committed> next : committed.get(group).entrySet()) {
            if (next.getKey() != rows.count() + 1) {
                return "transaction " + (rows.count() + 1) + " was not answered, but the next one was";
            }
            if (next.getKey() > found.count()) {
                break;
            }
            if (next.getValue().begunPoint > point) {
                return "transaction " + next.getKey() + " is there before it began";
            }
            rows = rows.after(next.getValue().program);
        }
        final String difference = found.difference(rows);
        return difference.isEmpty() ? ""
            : "after " + found.count() + " transactions, " + promised + " of them promised, "
                + difference;
    }
}
