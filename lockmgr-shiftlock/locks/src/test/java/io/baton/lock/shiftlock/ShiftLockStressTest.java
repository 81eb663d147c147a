package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.LockCache;
import io.baton.testing.Crew;
import io.baton.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real threads on few locks: modes, tries, upgrades and deadlines at random. What the locks protect is plain memory.
 */
@Timeout(60)
class ShiftLockStressTest {

    private static final int SLOTS = 5;
    private static final int THRESHOLD = 3;
    private static final int DEADLINE_NANOS_MAX = 2_000_000;
    /** Processes keep no locks. */
    private static final int NEVER = -1;
    private static final int KEPT_MAX = SLOTS - 1;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({
        "2, false, 20000", "2, true, 20000", "16, false, 1500", "16, true, 2000", "128, false, 100", "128, true, 100"})
    void locksProtectPlainMemory(int clients, boolean virtual, int rounds) {
        new Run(seeds.next(), clients, virtual, rounds, true, NEVER).go();
    }

    /** Two processes keep locks: at once, or as the product does. */
    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"2, false, 15000, 0", "16, false, 1500, 0", "16, false, 1500, 3", "128, true, 100, 0",
        "128, true, 100, 3"})
    void processesKeepLocks(int clients, boolean virtual, int rounds, int keepAfter) {
        new Run(seeds.next(), clients, virtual, rounds, true, keepAfter).go();
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"2, false, 20000", "16, false, 2000", "128, true, 150"})
    void locksProtectPlainMemoryWithoutDeadlines(int clients, boolean virtual, int rounds) {
        new Run(seeds.next(), clients, virtual, rounds, false, NEVER).go();
    }

    /** A wait that is missed has no deadline that would end it. */
    @Tag("slow")
    @Timeout(600)
    @ParameterizedTest
    @CsvSource({"2, false, 100000, 0", "16, false, 10000, 0", "16, false, 10000, 3", "128, true, 1000, 0",
        "128, true, 1000, 3"})
    void processesKeepLocksWithoutDeadlines(int clients, boolean virtual, int rounds, int keepAfter) {
        new Run(seeds.next(), clients, virtual, rounds, false, keepAfter).go();
    }

    @Tag("slow")
    @Timeout(600)
    @ParameterizedTest
    @CsvSource({"2, false, 600000", "4, false, 300000", "16, false, 60000", "128, false, 5000", "128, true, 5000",
        "400, true, 1500"})
    void locksProtectPlainMemoryForLong(int clients, boolean virtual, int rounds) {
        for (int i = 0; i < 5; i++) {
            new Run(seeds.next(), clients, virtual, rounds / 5, true, NEVER).go();
            new Run(seeds.next(), clients, virtual, rounds / 5, true, i).go();
        }
    }

    private static final class Run {

        private final int clients;
        private final boolean virtual;
        private final int rounds;
        private final boolean deadlines;
        private final long seed;
        private final InProcessFabric fabric;
        private final List<ShiftLockTable> processes = new ArrayList<>();
        private final ShiftLockClient[] locks;
        /**
         * Plain memory: two words a lock that are equal whenever nobody holds it exclusively, 64 bytes apart from the
         * next lock's.
         */
        private final long[] guarded = new long[SLOTS * 8];
        private final long[] grants;

        private Run(long seed, int clients, boolean virtual, int rounds, boolean deadlines, int keepAfter) {
            this.seed = seed;
            this.clients = clients;
            this.virtual = virtual;
            this.rounds = rounds;
            this.deadlines = deadlines;
            fabric = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS), WaitPolicy.forClients(clients, 2));
            processes.add(process(keepAfter));
            if (keepAfter != NEVER) {
                processes.add(process(keepAfter));
            }
            locks = new ShiftLockClient[clients];
            for (int i = 0; i < clients; i++) {
                locks[i] = (ShiftLockClient) processes.get(i % processes.size()).client();
            }
            grants = new long[clients * 8];
        }

        private ShiftLockTable process(int keepAfter) {
            final ShiftLockOptions options = ShiftLockOptions.product().withThreshold(THRESHOLD);
            final ThreadFactory threads = Thread.ofPlatform().daemon().factory();
            return keepAfter == NEVER ? new ShiftLockTable(fabric, SLOTS, options, threads)
                : new ShiftLockTable(fabric, SLOTS, options, threads, null, new LockCache(
                    SLOTS, keepAfter, KEPT_MAX, options.localTurns()));
        }

        private void go() {
            Crew.run(clients, virtual, this::situation, this::client);
            long expected = 0;
            long counted = 0;
            for (int i = 0; i < clients; i++) {
                expected += grants[8 * i];
            }
            for (int slot = 0; slot < SLOTS; slot++) {
                assertThat(guarded[8 * slot]).as("seed %d", seed).isEqualTo(guarded[8 * slot + 1]);
                counted += guarded[8 * slot];
            }
            assertThat(counted).as("seed %d", seed).isEqualTo(expected);
            final long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            processes.forEach(ShiftLockTable::busySlots);
            while (processes.getFirst().busySlots() != 0 && System.nanoTime() < limit) {
                Thread.yield();
            }
            assertThat(processes.getFirst().busySlots()).as("busy slots, seed %d; %s", seed, situation()).isZero();
            processes.forEach(ShiftLockTable::close);
            fabric.close();
        }

        private void client(int index) {
            final Random random = new Random(seed + index);
            try (ShiftLockClient client = locks[index]) {
                for (int round = 0; round < rounds; round++) {
                    transaction(client, random, index);
                }
                grants[8 * index + 1] = client.counters().get(LockCounter.GHOSTS);
            }
        }

        /** Waits in ascending order of slots, tries in any order. */
        private void transaction(ShiftLockClient client, Random random, int index) {
            int next = random.nextInt(SLOTS);
            while (next < SLOTS) {
                final LockMode mode = random.nextInt(3) == 0 ? LockMode.EXCLUSIVE : LockMode.SHARED;
                final boolean granted = random.nextInt(4) == 0
                    ? client.tryAcquire(next, mode) == LockOutcome.GRANTED
                    : client.acquire(next, mode, deadline(random)) == LockOutcome.GRANTED;
                if (granted) {
                    if (mode == LockMode.SHARED && random.nextInt(8) == 0) {
                        client.upgrade(next);
                    }
                    touch(client, next, index);
                }
                next += 1 + random.nextInt(SLOTS);
            }
            if (random.nextInt(3) == 0) {
                client.releaseAll();
            } else {
                final int first = random.nextInt(SLOTS);
                for (int i = 0; i < SLOTS; i++) {
                    if (client.held((first + i) % SLOTS) != null) {
                        client.release((first + i) % SLOTS);
                    }
                }
            }
            assertThat(client.heldCount()).isZero();
        }

        private long deadline(Random random) {
            return deadlines && random.nextInt(3) == 0
                ? System.nanoTime() + random.nextInt(DEADLINE_NANOS_MAX)
                : LockClient.NO_DEADLINE;
        }

        private void touch(ShiftLockClient client, int slot, int index) {
            final int at = 8 * slot;
            if (client.held(slot) == LockMode.EXCLUSIVE) {
                guarded[at]++;
                Thread.onSpinWait();
                guarded[at + 1]++;
                grants[8 * index]++;
                checkTurn(client, slot);
            }
            if (guarded[at] != guarded[at + 1]) {
                throw new AssertionError("somebody writes slot " + slot + " beside a holder; seed " + seed);
            }
        }

        /** No more writers in a row get a lock than the threshold allows, where its process does not keep it. */
        private void checkTurn(ShiftLockClient client, int slot) {
            final Hold hold = Objects.requireNonNull(client.holds.get(slot));
            if (processes.size() == 1 && (hold.consWrt < 1 || hold.consWrt > THRESHOLD)) {
                throw new AssertionError("writer number " + hold.consWrt + " in a row: " + hold);
            }
        }

        private String situation() {
            final StringBuilder text = new StringBuilder("seed " + seed);
            try (Endpoint endpoint = fabric.connect()) {
                for (int slot = 0; slot < SLOTS; slot++) {
                    final long address = LockEntry.address(slot);
                    text.append("\nslot ").append(slot).append(": ").append(
                        LockEntry.toString(endpoint.readWord(address),
                            endpoint.readWord(address + LockEntry.REL_CNT_OFFSET)));
                }
            }
            for (int i = 0; i < Math.min(clients, 20); i++) {
                text.append('\n').append(locks[i].describe(0));
            }
            return text.toString();
        }
    }
}
