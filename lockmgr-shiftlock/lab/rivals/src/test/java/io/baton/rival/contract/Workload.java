package io.baton.rival.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many clients on few locks at random: modes, waits, tries, upgrades, deadlines, several locks at once in the order of
 * their slots, given back in any order. What the locks protect is plain memory.
 */
final class Workload {

    private static final int LOCKS_MAX = 3;
    private static final int LINGER_NANOS_MAX = 3_000;
    private static final int DEADLINE_NANOS_MAX = 20_000;

    private final Deployment deployment;
    private final int rounds;
    private final long seed;
    private final List<Guarded> guarded = new ArrayList<>();
    private final AtomicLong changes = new AtomicLong();
    private final AtomicLong acquisitions = new AtomicLong();
    private final AtomicLong confirmed = new AtomicLong();

    Workload(Deployment deployment, int rounds, long seed) {
        this.deployment = deployment;
        this.rounds = rounds;
        this.seed = seed;
        for (int slot = 0; slot < deployment.slots; slot++) {
            guarded.add(new Guarded(slot, deployment.lock));
        }
    }

    void run(int clients) {
        final List<Client> running = Collections.synchronizedList(new ArrayList<>());
        try {
            deployment.world.run(clients, index -> {
                final Client client = new Client(index);
                running.add(client);
                client.run();
            });
        } catch (AssertionError failure) {
            throw new AssertionError(failure.getMessage() + "; " + running, failure);
        }
        long counted = 0;
        for (final Guarded each : guarded) {
            counted += each.changes();
        }
        assertThat(counted).as("changes of what the locks protect").isEqualTo(changes.get());
        assertThat(confirmed.get()).as("holds that protected until the end, of %s", acquisitions)
            .isGreaterThan(confirmedAtLeast());
    }

    /** In real time a busy machine decides how many readers outlive their leases; writers never do. */
    private long confirmedAtLeast() {
        return deployment.lock.isLeased() && deployment.world.isRealTime() ? 0 : acquisitions.get() / 2;
    }

    private final class Client {

        private final int index;
        private final Random random;
        private final LockClient client;
        private final List<Integer> held = new ArrayList<>();
        private final LockList together = new LockList();
        private long granted;
        private String asks = "";

        private Client(int index) {
            this.index = index;
            this.random = new Random(seed * 1_000 + index);
            this.client = deployment.client(index);
        }

        private void run() {
            for (int round = 0; round < rounds; round++) {
                if (random.nextInt(4) == 0) {
                    acquireTogether();
                } else {
                    acquireOneByOne();
                }
                assertThat(client.heldCount()).as("locks held by client %d", index).isEqualTo(held.size());
                deployment.world.linger(random.nextInt(LINGER_NANOS_MAX));
                giveBack();
                deployment.world.linger(random.nextInt(LINGER_NANOS_MAX));
            }
            assertThat(client.heldCount()).as("locks held by client %d at its end", index).isZero();
            assertThat(client.counters().get(LockCounter.ACQUISITIONS)).as("acquisitions of client %d", index)
                .isEqualTo(granted);
            acquisitions.addAndGet(granted);
            client.close();
        }

        private LockMode anyMode() {
            return random.nextInt(3) == 0 ? LockMode.EXCLUSIVE : LockMode.SHARED;
        }

        private void acquireTogether() {
            together.clear();
            for (int slot = nextSlot(-1); slot < deployment.slots && together.size() < LOCKS_MAX; slot =
                nextSlot(slot)) {
                together.add(slot, anyMode());
            }
            asks = " asked for all of " + together.size();
            assertThat(client.acquireAll(together, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            for (int i = 0; i < together.size(); i++) {
                enter(together.slot(i), together.mode(i));
            }
        }

        private void acquireOneByOne() {
            for (int slot = nextSlot(-1); slot < deployment.slots && held.size() < LOCKS_MAX; slot = nextSlot(slot)) {
                final LockMode mode = anyMode();
                if (acquire(slot, mode)) {
                    enter(slot, mode);
                    maybeUpgrade(slot, mode);
                    deployment.world.linger(random.nextInt(LINGER_NANOS_MAX));
                    look();
                } else {
                    assertThat(client.held(slot)).as("mode of a lock not got").isNull();
                }
            }
        }

        private int nextSlot(int slot) {
            return slot + 1 + random.nextInt(slot < 0 ? deployment.slots : deployment.slots / 2);
        }

        @Override
        public String toString() {
            return "client " + index + " holds " + held + asks;
        }

        private boolean acquire(int slot, LockMode mode) {
            asks = " asked for " + mode + " " + slot;
            if (random.nextInt(4) == 0) {
                final LockOutcome outcome = client.tryAcquire(slot, mode);
                assertThat(outcome).isIn(LockOutcome.GRANTED, LockOutcome.BUSY);
                return outcome == LockOutcome.GRANTED;
            }
            if (deployment.lock.deadlines().contains(mode) && random.nextInt(4) == 0) {
                final long deadline = deployment.world.now() + random.nextInt(DEADLINE_NANOS_MAX);
                final LockOutcome outcome = client.acquire(slot, mode, deadline);
                assertThat(outcome).isIn(LockOutcome.GRANTED, LockOutcome.DEADLINE);
                return outcome == LockOutcome.GRANTED;
            }
            assertThat(client.acquire(slot, mode, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            return true;
        }

        private void enter(int slot, LockMode mode) {
            granted++;
            held.add(slot);
            assertThat(client.held(slot)).as("mode of slot %d", slot).isEqualTo(mode);
            guarded.get(slot).enter(mode, () -> confirms(slot));
        }

        private void maybeUpgrade(int slot, LockMode mode) {
            if (mode == LockMode.SHARED && random.nextInt(4) == 0) {
                if (client.upgrade(slot) == LockOutcome.GRANTED) {
                    // The reader leaves, the writer enters; nobody may come between.
                    guarded.get(slot).exit(LockMode.SHARED, () -> true);
                    countChange(LockMode.SHARED);
                    guarded.get(slot).enter(LockMode.EXCLUSIVE, () -> true);
                } else {
                    assertThat(client.held(slot)).as("mode after a refused upgrade").isEqualTo(LockMode.SHARED);
                }
            }
        }

        private boolean confirms(int slot) {
            return deployment.lock.lease().confirms(client, slot);
        }

        private LockMode mode(int slot) {
            final LockMode mode = client.held(slot);
            if (mode == null) {
                throw new AssertionError("client " + index + " no longer holds slot " + slot);
            }
            return mode;
        }

        private void look() {
            for (final int slot : held) {
                guarded.get(slot).look(mode(slot), () -> confirms(slot));
            }
        }

        private void countChange(LockMode mode) {
            if (mode == LockMode.EXCLUSIVE || !deployment.lock.sharing()) {
                changes.incrementAndGet();
            }
        }

        private void exit(int slot) {
            countChange(mode(slot));
            guarded.get(slot).exit(mode(slot), () -> confirms(slot));
            if (confirms(slot)) {
                confirmed.incrementAndGet();
            }
        }

        private void giveBack() {
            asks = " gives back";
            Collections.shuffle(held, random);
            if (random.nextInt(4) == 0) {
                held.forEach(this::exit);
                client.releaseAll();
            } else {
                for (final int slot : held) {
                    exit(slot);
                    client.release(slot);
                    assertThat(client.held(slot)).as("mode of a lock given back").isNull();
                }
            }
            held.clear();
        }
    }
}
