package io.baton.explore.lock;

import io.baton.explore.Board;
import io.baton.explore.Play;
import io.baton.explore.Scenario;
import io.baton.explore.Stage;
import io.baton.explore.Wording;
import io.baton.lock.LockMode;
import io.baton.lock.LockProbe;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.ShiftLockOptions;
import io.baton.lock.ShiftLockTable;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

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
        return new LockWording();
    }

    @Override
    public Board board() {
        return new LockBoard(processes(), locks());
    }

    @Override
    public Play begin(Stage stage) {
        return new LockPlay(this, stage).start();
    }

    /** What the locks' messages mean. */
    private static final class LockWording implements Wording {

        @Override
        public Role role(DirectBuffer notice) {
            return switch (LockProbe.purpose(notice)) {
                case PROTOCOL -> Role.PLAIN;
                case NUDGE -> Role.NUDGE;
                case HEARTBEAT -> Role.HEARTBEAT;
                case HEARTBEAT_ANSWER -> Role.HEARTBEAT_ANSWER;
            };
        }

        @Override
        public String notice(DirectBuffer notice) {
            return LockProbe.describe(notice);
        }

        @Override
        public String entry(long address, long low, long high) {
            return LockProbe.entry(low, high);
        }
    }
}
