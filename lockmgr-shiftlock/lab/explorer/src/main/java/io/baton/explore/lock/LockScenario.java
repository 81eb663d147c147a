package io.baton.explore.lock;

import io.baton.explore.scenario.Environment;
import io.baton.explore.scenario.Grain;
import io.baton.explore.scenario.JudgedState;
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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Client processes with one client each or several, of which each acquires some locks one after the other, works, and
 * gives them back.
 *
 * @param programs what the clients of each process want: "x0 s1 & x0" is one that wants lock 0 exclusively, then lock 1
 *     shared, and one that wants lock 0
 * @param options the protocol
 * @param loses the kind of notices of which none arrives, 0 if all do
 * @param stalls whether a process may stand still for longer than its session
 * @param quiet whether nothing fails and no timeout passes early, so that nothing excuses a reset
 */
record LockScenario(List<String> programs, ShiftLockOptions options, byte loses, boolean stalls, boolean quiet)
    implements Scenario {

    /** No kind of notices. */
    static final byte NONE = 0;

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

    /** What one client wants. */
    private static List<Want> wantsOf(String program) {
        final List<Want> wants = new ArrayList<>();
        for (String word : program.strip().split(" ", -1)) {
            wants.add(new Want(Integer.parseInt(word.substring(1)),
                word.startsWith("s") ? LockMode.SHARED : LockMode.EXCLUSIVE));
        }
        return wants;
    }

    /** What the clients of all processes want, one after the other. */
    List<List<Want>> wants() {
        return programs.stream().flatMap(program -> wants(program).stream()).toList();
    }

    private static List<List<Want>> wants(String program) {
        return Arrays.stream(program.split("&", -1)).map(LockScenario::wantsOf).toList();
    }

    /** The process of each client. */
    List<Integer> nodes() {
        final List<Integer> nodes = new ArrayList<>();
        for (int node = 1; node <= processes(); node++) {
            nodes.addAll(Collections.nCopies(wants(programs.get(node - 1)).size(), node));
        }
        return nodes;
    }

    int locks() {
        return 1 + wants().stream().flatMap(List::stream).mapToInt(Want::slot).max().orElse(0);
    }

    /** The first process keeps locks at once, the others never. */
    static int keepAfter(int node) {
        return node == 1 ? 0 : Integer.MAX_VALUE;
    }

    /** Where clients ask for their locks in one batch, the lock server's processor executes it: a chain. */
    @Override
    public boolean executes() {
        return options.batches();
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
        // The server takes so long a step for a standstill of its own, of which it forgives two sessions.
        return 4 * SESSION_NANOS;
    }

    @Override
    public Wording wording() {
        return new LockWording(EntryFormat.MASKED);
    }

    @Override
    public JudgedState observer() {
        return new LockObserver(nodes(), locks());
    }

    @Override
    public SystemUnderTest begin(Environment environment) {
        return new LockSystem(this, environment).start();
    }
}
