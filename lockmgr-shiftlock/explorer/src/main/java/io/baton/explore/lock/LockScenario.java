package io.baton.explore.lock;

import io.baton.explore.scenario.Environment;
import io.baton.explore.scenario.Grain;
import io.baton.explore.scenario.Observer;
import io.baton.explore.scenario.Scenario;
import io.baton.explore.scenario.SystemUnderTest;
import io.baton.explore.scenario.Wording;
import io.baton.lock.LockMode;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Client processes with one client each, which acquires some locks one after the other, works, and gives them back.
 *
 * @param programs what each wants: "x0 s1" is lock 0 exclusively, then lock 1 shared
 * @param options the protocol
 * @param quiet whether nothing fails and no timeout passes early, so that nothing excuses a reset
 */
record LockScenario(List<String> programs, ShiftLockOptions options, boolean quiet)
    implements Scenario {

    static final long LEASE_NANOS = 2_000_000;
    /** Between what the locks wait for nothing, 50 us at most, and what they look for, an eighth of a lease. */
    private static final long PAUSE_NANOS = 100_000;
    /** So long that it never ends unless the exploration wants it. */
    static final long SESSION_NANOS = 1_000_000_000_000L;
    static final RecoveryOptions RECOVERY =
        new RecoveryOptions(RecoveryPolicy.SESSION, LEASE_NANOS, 1, SESSION_NANOS, 1e-3);

    /** One lock that a client wants. */
    record Want(int slot, LockMode mode) {
    }

    List<Want> wants(int node) {
        final List<Want> wants = new ArrayList<>();
        for (String word : programs.get(node - 1).split(" ", -1)) {
            wants.add(new Want(Integer.parseInt(word.substring(1)),
                word.startsWith("s") ? LockMode.SHARED : LockMode.EXCLUSIVE));
        }
        return wants;
    }

    int locks() {
        int locks = 0;
        for (int node = 1; node <= processes(); node++) {
            for (Want want : wants(node)) {
                locks = Math.max(locks, want.slot() + 1);
            }
        }
        return locks;
    }

    @Override
    public int processes() {
        return programs.size();
    }

    @Override
    public Grain grain() {
        return Grain.COARSE;
    }

    @Override
    public int lateThreads(int node) {
        return 0;
    }

    @Override
    public long memoryBytes() {
        return ShiftLockTable.recoverableMemoryBytes(locks());
    }

    @Override
    public long pauseNanos() {
        return PAUSE_NANOS;
    }

    @Override
    public long lapseNanos() {
        return 2 * SESSION_NANOS;
    }

    @Override
    public Wording wording() {
        return new LockWording(EntryFormat.MASKED);
    }

    @Override
    public Observer observer() {
        return new LockObserver(processes(), locks());
    }

    @Override
    public SystemUnderTest begin(Environment environment) {
        return new LockSystem(this, environment).start();
    }
}
