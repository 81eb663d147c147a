package io.baton.lock.shiftlock;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A thread with a small stack uses its client at every depth until the stack ends, over and over, while two others
 * want the same locks. Ends with exit code 0 if none of them was ever stuck, and in the end all locks are free and all
 * clients good. Arguments: how many overflows, and a seed.
 */
final class OverflowRun {

    private static final int SLOTS = 6;
    private static final long STACK_BYTES = 256 << 10;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long WAIT_NANOS = 200_000;

    private final InProcessFabric fabric = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS), new WaitPolicy(0, 2));
    private final ShiftLockTable table = new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.product(),
        Thread.ofPlatform().daemon().factory());
    private final RandomGenerator random;
    private final LockClient diver = table.client();
    private final LockList list = new LockList();
    private final CountDownLatch ended = new CountDownLatch(3);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicLong overflows = new AtomicLong();
    private final AtomicLong granted = new AtomicLong();
    private final int wanted;
    private volatile boolean over;

    private OverflowRun(int wanted, long seed) {
        this.wanted = wanted;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    public static void main(String[] args) throws InterruptedException {
        final OverflowRun run = new OverflowRun(Integer.parseInt(args[0]), Long.parseLong(args[1]));
        final String result = run.run();
        System.out.println(result);
        System.exit(result.startsWith("good") ? 0 : 1);
    }

    private String run() throws InterruptedException {
        start(this::dives);
        start(this::others);
        start(this::others);
        long seen = -1;
        long since = System.nanoTime();
        while (!ended.await(100, TimeUnit.MILLISECONDS) && failure.get() == null) {
            final long now = overflows.get() + granted.get();
            if (now != seen) {
                seen = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE_NANOS) {
                return "stuck after " + state();
            }
        }
        if (failure.get() != null) {
            return "failed by " + failure.get() + " after " + state();
        }
        return checkClean() ? "good after " + state() : "locks are left after " + state();
    }

    private String state() {
        return overflows + " overflows, others granted " + granted + ": "
            + LockInspector.describe(diver, System.nanoTime());
    }

    private void start(Runnable body) {
        new Thread(null, () -> {
            try {
                body.run();
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
            }
            ended.countDown();
        }, "overflow", STACK_BYTES).start();
    }

    /** All locks can be had by everybody, and are free then. */
    private boolean checkClean() throws InterruptedException {
        final LockClient late = table.client();
        for (LockClient client : new LockClient[] {diver, late}) {
            for (int slot = 0; slot < SLOTS; slot++) {
                if (client.acquire(slot, LockMode.EXCLUSIVE, System.nanoTime() + PATIENCE_NANOS)
                    != LockOutcome.GRANTED) {
                    return false;
                }
            }
            client.releaseAll();
            client.close();
        }
        for (int i = 0; i < 1_000 && table.busySlots() > 0; i++) {
            Thread.sleep(1);
        }
        return table.busySlots() == 0;
    }

    private void others() {
        final LockClient client = table.client();
        for (int i = 0; !over; i++) {
            final LockMode mode = i % 3 == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
            if (client.acquire(i % SLOTS, mode, System.nanoTime() + WAIT_NANOS) == LockOutcome.GRANTED) {
                granted.incrementAndGet();
                for (int spins = i & 63; spins > 0; spins--) {
                    Thread.onSpinWait();
                }
            }
            client.releaseAll();
        }
        client.close();
    }

    private void dives() {
        while (overflows.get() < wanted) {
            try {
                dive(random.nextInt());
            } catch (StackOverflowError expected) {
                overflows.incrementAndGet();
            }
            diver.releaseAll();
            if (diver.heldCount() != 0) {
                throw new AssertionError("held after all were released: " + diver.heldCount());
            }
        }
        over = true;
    }

    /** Goes down by frames of random sizes; now and then somebody below swallows the error and goes on. */
    private int dive(int seed) {
        operate(seed >>> 3);
        final int next = seed * 1_103_515_245 + 12_345;
        return 1 + switch ((next >>> 16) & 7) {
            case 0 -> wide(next, 1, 2, 3, 4, 5, 6);
            case 1 -> narrow(next);
            case 2 -> diveAndGoOn(next);
            default -> dive(next);
        };
    }

    private int diveAndGoOn(int seed) {
        try {
            return dive(seed);
        } catch (StackOverflowError swallowed) {
            operate(seed);
            throw swallowed;
        }
    }

    private int narrow(int seed) {
        return dive(seed ^ 0x55) + 1;
    }

    private long spread(int seed, long a, long b, long c) {
        return dive(seed + 1) + a * b + c;
    }

    private int wide(int seed, long a, long b, long c, long d, long e, long f) {
        final long sum = spread(seed, a + b, c + d, e + f);
        return (int) (sum ^ a ^ b ^ c ^ d ^ e ^ f);
    }

    private void operate(int choice) {
        final int slot = Math.floorMod(choice >>> 5, SLOTS);
        final LockMode mode = (choice & 16) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
        switch (choice & 15) {
            case 0, 1, 2, 3, 4 -> diver.tryAcquire(slot, mode);
            case 5, 6 -> diver.acquire(slot, mode, System.nanoTime() + WAIT_NANOS / 8);
            case 7 -> diver.acquire(slot, mode, 0);
            case 8 -> diver.releaseAll();
            case 9, 10, 11 -> {
                if (diver.held(slot) != null) {
                    diver.release(slot);
                }
            }
            case 12 -> acquireAll(mode);
            default -> {
                if (diver.held(slot) != null) {
                    diver.upgrade(slot);
                }
            }
        }
    }

    private void acquireAll(LockMode mode) {
        list.clear();
        list.add(1, mode);
        list.add(4, LockMode.EXCLUSIVE);
        diver.acquireAll(list, System.nanoTime() + WAIT_NANOS / 8);
    }
}
