package io.baton.engine.transaction;

import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.BusyLock.Party;
import io.baton.engine.observe.CallOrigin;
import io.baton.engine.observe.EngineActivity;
import io.baton.engine.observe.RunningCall;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction leaves about its locks for those who look from outside: plain fields that its thread writes, and
 * that other threads read without waiting for anybody. So what these see may be a moment old, or torn between two
 * moments: good enough for a sample, and for nothing else.
 */
public final class LockWatch {

    private static final int NAMES = 16;
    private static final int NOTHING = -1;
    /** Of so many locks it is told who holds them: to find out takes a look-up for each of the calls. */
    private static final int HOLDERS_OF_MAX = 64;

    private final LockClient client;
    private final CallControl control;
    /** Names of locks that were planned, or found busy, lately: a lock's slot does not tell what it locks. */
    private final long[] names = new long[NAMES];
    private int namesCount;
    private long asked;
    private int slot = NOTHING;
    private boolean exclusive;
    private @Nullable LockList several;
    private boolean waiting;
    private long sinceNanos;
    /** What the call runs, or has run. */
    private String procedure = "";
    /** Which of the calls of a transaction of several it runs, or null. */
    private @Nullable String within;
    private @Nullable CallOrigin origin;

    LockWatch(LockClient client, CallControl control) {
        this.client = client;
        this.control = control;
    }

    /** A call begins. */
    @SuppressWarnings("ReferenceEquality") // What is stored again would cost a memory fence.
    public void begins(String newProcedure, @Nullable CallOrigin newOrigin) {
        if (procedure != newProcedure) {
            procedure = newProcedure;
        }
        if (origin != newOrigin) {
            origin = newOrigin;
        }
        if (within != null) {
            within = null;
        }
    }

    /** The call runs one of those that it is made of, or waits for the next one. */
    public @Nullable String runsWithin(@Nullable String newWithin) {
        final String before = within;
        within = newWithin;
        return before;
    }

    private Party party(boolean exclusively, long nanos) {
        final String part = within;
        return new Party(part == null ? procedure : part, exclusively, nanos, origin);
    }

    /** The transaction asks for a lock, and may have to wait. */
    void asks(long name, int newSlot, LockMode mode) {
        asked = name;
        slot = newSlot;
        exclusive = mode == LockMode.EXCLUSIVE;
    }

    /** It asks for several. */
    @SuppressWarnings("ReferenceEquality") // One that is stored again would cost a memory fence.
    void asks(LockList locks) {
        slot = NOTHING;
        if (several != locks) {
            several = locks;
        }
    }

    /** It has been answered. */
    void answered() {
        waiting = false;
    }

    /** It will ask for a lock of this name. */
    void plans(long name) {
        names[namesCount++ & NAMES - 1] = name;
    }

    /** Asked when a wait begins, and at times while it lasts. */
    boolean isCancelled() {
        if (!waiting) {
            sinceNanos = control.nanoTime();
            waiting = true;
        }
        return control.isCancelled();
    }

    /**
     * Puts together what calls have left. Any thread.
     *
     * @param running what the calls under way have left
     * @param tables whose rows the locks may be of
     * @param slots how many locks there are
     * @param nowNanos the time
     * @return the calls, and the locks that they wait for
     */
    public static EngineActivity look(List<LockWatch> running, EngineTables tables, int slots, long nowNanos) {
        final List<RunningCall> calls = new ArrayList<>();
        final Map<Integer, Busy> busy = new LinkedHashMap<>();
        for (final LockWatch watch : running) {
            final int wanted = watch.waitsFor();
            final long waitNanos = wanted == NOTHING ? 0 : Math.max(0, nowNanos - watch.sinceNanos);
            calls.add(new RunningCall(watch.procedure, watch.within, watch.origin, watch.control.beginNanos(),
                watch.held(), wanted, waitNanos));
            if (wanted != NOTHING) {
                busy.computeIfAbsent(wanted, Busy::new).waiters
                    .add(watch.party(watch.wantsExclusively(wanted), waitNanos));
            }
        }
        if (!busy.isEmpty()) {
            final Collection<Busy> longest = longest(busy.values());
            int nameless = busy.size();
            for (final LockWatch watch : running) {
                nameless -= nameless == 0 ? 0 : watch.tellNames(busy, tables, slots);
                watch.tellHolds(longest, nowNanos);
            }
        }
        return new EngineActivity(calls, busy.values().stream().map(Busy::told).toList());
    }

    /** A lock that calls wait for. */
    private static final class Busy {
        private final int slot;
        private final List<Party> waiters = new ArrayList<>();
        private final List<Party> holders = new ArrayList<>();
        private @Nullable String table;
        private @Nullable String name;

        Busy(int slot) {
            this.slot = slot;
        }

        BusyLock told() {
            return new BusyLock(slot, table, name, holders, waiters);
        }
    }

    /** Those for which most wait: each of the calls is asked whether it holds each of these. */
    private static Collection<Busy> longest(Collection<Busy> busy) {
        return busy.size() <= HOLDERS_OF_MAX ? busy : busy.stream()
            .sorted(Comparator.comparingInt((Busy lock) -> lock.waiters.size()).reversed()).limit(HOLDERS_OF_MAX)
            .toList();
    }

    private void tellHolds(Collection<Busy> locks, long nowNanos) {
        for (final Busy lock : locks) {
            final LockMode mode = holds(lock.slot);
            if (mode != null) {
                lock.holders.add(party(mode == LockMode.EXCLUSIVE, Math.max(0, nowNanos - control.beginNanos())));
            }
        }
    }

    /** Tells which of the locks it has names of; returns how many had none before. */
    private int tellNames(Map<Integer, Busy> busy, EngineTables tables, int slots) {
        int told = tellName(asked, busy, tables, slots) ? 1 : 0;
        for (final long name : names) {
            told += tellName(name, busy, tables, slots) ? 1 : 0;
        }
        return told;
    }

    private static boolean tellName(long name, Map<Integer, Busy> busy, EngineTables tables, int slots) {
        final Busy lock = busy.get(LockNames.slot(name, slots));
        final EngineTable table = lock == null || lock.name != null ? null : tableOf(name, tables);
        if (lock == null || table == null) {
            return false;
        }
        lock.table = table.schema.name();
        lock.name = table.describeLock(name);
        return true;
    }

    /** The one table whose locks have names with so few bits; by chance hardly any name is another table's, too. */
    private static @Nullable EngineTable tableOf(long name, EngineTables tables) {
        EngineTable best = null;
        int bits = Long.SIZE + 1;
        for (final EngineTable table : tables.all()) {
            final int needed = table.lockBits(name);
            if (needed < bits) {
                bits = needed;
                best = table;
            } else if (needed == bits) {
                best = null;
            }
        }
        return best;
    }

    /** The slot that is waited for, or none. Of several, the first that is not held: they are got in order. */
    private int waitsFor() {
        if (!waiting) {
            return NOTHING;
        }
        final LockList locks = several;
        if (slot != NOTHING || locks == null) {
            return slot;
        }
        try {
            for (int i = 0; i < locks.size(); i++) {
                final int next = locks.slot(i);
                if (client.held(next) == null) {
                    return next;
                }
            }
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            // It has changed meanwhile; the next sample will tell.
            return NOTHING;
        }
        return NOTHING;
    }

    private boolean wantsExclusively(int lock) {
        final LockList locks = several;
        if (slot != NOTHING || locks == null) {
            return exclusive;
        }
        try {
            for (int i = 0; i < locks.size(); i++) {
                if (locks.slot(i) == lock) {
                    return locks.mode(i) == LockMode.EXCLUSIVE;
                }
            }
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            return false;
        }
        return false;
    }

    private @Nullable LockMode holds(int lock) {
        try {
            return client.held(lock);
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            return null;
        }
    }

    private int held() {
        return client.heldCount();
    }
}
