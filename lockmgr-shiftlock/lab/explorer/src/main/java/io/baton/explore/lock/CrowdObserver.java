package io.baton.explore.lock;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.JudgedState;
import io.baton.explore.scenario.StateView;
import io.baton.lock.LockMode;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.entry.LockEntry;
import org.jspecify.annotations.Nullable;

/** Which locks each client believes to hold. */
final class CrowdObserver implements JudgedState {

    private final int locks;
    private final EntryFormat format;
    /** By client and lock. */
    private final @Nullable LockMode[] holding;

    CrowdObserver(int clients, int locks, EntryFormat format) {
        this(locks, format, new LockMode[clients * locks]);
    }

    private CrowdObserver(int locks, EntryFormat format, @Nullable LockMode[] holding) {
        this.locks = locks;
        this.format = format;
        this.holding = holding;
    }

    @Override
    public JudgedState copy() {
        return new CrowdObserver(locks, format, holding.clone());
    }

    /** A client holds a lock from now on, or does not any more. */
    static Change holds(int client, int slot, @Nullable LockMode mode) {
        return (observer, view) -> {
            if (observer instanceof CrowdObserver crowd) {
                crowd.holding[client * crowd.locks + slot] = mode;
            }
        };
    }

    @Override
    public @Nullable String violation() {
        for (int slot = 0; slot < locks; slot++) {
            int writers = 0;
            int readers = 0;
            for (int i = slot; i < holding.length; i += locks) {
                writers += holding[i] == LockMode.EXCLUSIVE ? 1 : 0;
                readers += holding[i] == LockMode.SHARED ? 1 : 0;
            }
            if (writers > 1 || (writers == 1 && readers > 0)) {
                return "mutual exclusion: " + writers + " writers and " + readers + " readers hold slot " + slot;
            }
        }
        return null;
    }

    @Override
    public @Nullable String badEnd(StateView view) {
        for (int slot = 0; slot < locks; slot++) {
            final long address = LockEntry.address(slot);
            if (!view.isKept(slot)
                && !format.isFree(view.word(address), view.word(address + LockEntry.REL_CNT_OFFSET))) {
                return "slot " + slot + " is not free at the end";
            }
        }
        return null;
    }

    @Override
    public long digest() {
        long hash = 1;
        for (LockMode mode : holding) {
            hash = Digests.mix(hash, mode == null ? 0 : mode == LockMode.SHARED ? 1 : 2);
        }
        return hash;
    }

    @Override
    public boolean mayFail(int node) {
        return false;
    }

    @Override
    public void crashed(int node) {
        throw new IllegalStateException("nothing fails in a crowd, but process " + node + " has");
    }
}
