package io.baton.server.statistics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.EngineActivity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which locks calls have waited for lately: samples, of which the older ones count less. Of bounded size. Thread-safe.
 */
public final class HotLocks {

    /** Locks that are remembered. */
    private static final int LOCKS_MAX = 256;
    /** Locks that are told of. */
    private static final int SHOWN_MAX = 20;
    private static final int PARTIES_MAX = 8;
    /** With ten samples a second, what was a minute ago counts for a third. */
    private static final double KEPT = 1 - 1.0 / 600;
    /** What counts for less is forgotten. */
    private static final double LEAST = 0.05;

    @GuardedBy("this")
    private final Map<Integer, Heat> bySlot = new HashMap<>();
    /** The weight of all samples. */
    @GuardedBy("this")
    private double samples;
    /** What was told since the last change, or null: many ask at once. */
    @GuardedBy("this")
    private @Nullable List<HotLock> told;

    /** What is known of a lock. */
    private static final class Heat {
        private final int slot;
        private @Nullable String table;
        private @Nullable String name;
        private double busy;
        private double waiters;
        private int waitersMax;
        private @Nullable BusyLock now;

        Heat(int slot) {
            this.slot = slot;
        }
    }

    /** Begins with none. */
    public HotLocks() {
    }

    /**
     * Takes a sample.
     *
     * @param activity what the engine does now
     */
    public synchronized void add(EngineActivity activity) {
        told = null;
        samples = samples * KEPT + 1;
        final Iterator<Heat> all = bySlot.values().iterator();
        while (all.hasNext()) {
            final Heat heat = all.next();
            heat.busy *= KEPT;
            heat.waiters *= KEPT;
            heat.now = null;
            if (heat.busy < LEAST) {
                all.remove();
            }
        }
        for (final BusyLock lock : activity.locks()) {
            Heat heat = bySlot.get(lock.slot());
            if (heat == null) {
                makeRoom();
                heat = new Heat(lock.slot());
                bySlot.put(lock.slot(), heat);
            }
            heat.busy++;
            heat.waiters += lock.waiters().size();
            heat.waitersMax = Math.max(heat.waitersMax, lock.waiters().size());
            heat.now = lock;
            // A name that was known once is the lock's name still.
            if (lock.name() != null) {
                heat.table = lock.table();
                heat.name = lock.name();
            }
        }
    }

    @GuardedBy("this")
    private void makeRoom() {
        if (bySlot.size() >= LOCKS_MAX) {
            final Heat coolest =
                Collections.min(bySlot.values(), Comparator.comparingDouble((Heat heat) -> heat.busy));
            bySlot.remove(coolest.slot);
        }
    }

    /** Forgets all of them. */
    synchronized void clear() {
        told = null;
        bySlot.clear();
        samples = 0;
    }

    /** {@return some of them, the hottest first} */
    public synchronized List<HotLock> hottest() {
        List<HotLock> now = told;
        if (now == null) {
            now = List.copyOf(sorted());
            told = now;
        }
        return now;
    }

    @GuardedBy("this")
    private List<HotLock> sorted() {
        final List<Heat> hottest = new ArrayList<>(bySlot.values());
        hottest.sort(Comparator.comparingDouble((Heat heat) -> heat.waiters).reversed());
        final List<HotLock> list = new ArrayList<>();
        for (final Heat heat : hottest.subList(0, Math.min(SHOWN_MAX, hottest.size()))) {
            final BusyLock now = heat.now;
            list.add(new HotLock(heat.slot, heat.table, heat.name, heat.busy / samples, heat.waiters / heat.busy,
                heat.waitersMax, now != null, first(now == null ? List.of() : now.holders()),
                first(now == null ? List.of() : now.waiters())));
        }
        return list;
    }

    private static List<BusyLock.Party> first(List<BusyLock.Party> parties) {
        return parties.subList(0, Math.min(parties.size(), PARTIES_MAX));
    }
}
