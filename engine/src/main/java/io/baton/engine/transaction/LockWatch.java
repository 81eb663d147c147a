package io.baton.engine.transaction;

import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.BusyLock.Party;
import io.baton.engine.observe.EngineActivity;
import io.baton.engine.observe.RunningCall;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockNames;
import java.util.ArrayList;
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

    LockWatch(LockClient client, CallControl control) {
        this.client = client;
        this.control = control;
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
     * A call that is under way.
     *
     * @param procedure the procedure's name
     * @param beginNanos when it began
     * @param locks what it leaves about its locks
     */
    public record Running(String procedure, long beginNanos, LockWatch locks) {
    }

    /**
     * Puts together what calls have left. Any thread.
     *
     * @param running the calls
     * @param tables whose rows the locks may be of
     * @param slots how many locks there are
     * @param nowNanos the time
     * @return the calls, and the locks that they wait for
     */
    public static EngineActivity look(List<Running> running, EngineTables tables, int slots, long nowNanos) {
        final List<RunningCall> calls = new ArrayList<>();
        final Map<Integer, List<Party>> waiters = new LinkedHashMap<>();
        for (final Running call : running) {
            final LockWatch watch = call.locks();
            final int wanted = watch.waitsFor();
            final long waitNanos = wanted == NOTHING ? 0 : Math.max(0, nowNanos - watch.sinceNanos);
            calls.add(new RunningCall(call.procedure(), call.beginNanos(), watch.held(), wanted, waitNanos));
            if (wanted != NOTHING) {
                waiters.computeIfAbsent(wanted, key -> new ArrayList<>())
                    .add(new Party(call.procedure(), watch.wantsExclusively(wanted), waitNanos));
            }
        }
        final List<BusyLock> locks = new ArrayList<>();
        waiters.forEach((busy, waiting) -> locks.add(
            new BusyLock(busy, nameOf(busy, running, tables, slots), holders(busy, running, nowNanos), waiting)));
        return new EngineActivity(calls, locks);
    }

    private static List<Party> holders(int slot, List<Running> running, long nowNanos) {
        final List<Party> holders = new ArrayList<>();
        for (final Running call : running) {
            final LockMode mode = call.locks().holds(slot);
            if (mode != null) {
                holders.add(new Party(call.procedure(), mode == LockMode.EXCLUSIVE,
                    Math.max(0, nowNanos - call.beginNanos())));
            }
        }
        return holders;
    }

    private static @Nullable String nameOf(int slot, List<Running> running, EngineTables tables, int slots) {
        for (final Running call : running) {
            final LockWatch watch = call.locks();
            if (LockNames.slot(watch.asked, slots) == slot) {
                return describe(watch.asked, tables);
            }
            for (final long name : watch.names) {
                if (LockNames.slot(name, slots) == slot) {
                    return describe(name, tables);
                }
            }
        }
        return null;
    }

    /** The one table whose locks have names with so few bits; by chance hardly any name is another table's, too. */
    private static @Nullable String describe(long name, EngineTables tables) {
        String best = null;
        int bits = Long.SIZE + 1;
        for (final EngineTable table : tables.all()) {
            final int needed = table.lockBits(name);
            if (needed < bits) {
                bits = needed;
                best = table.describeLock(name);
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
