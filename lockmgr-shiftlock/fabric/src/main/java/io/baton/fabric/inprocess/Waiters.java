package io.baton.fabric.inprocess;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The clients of a fabric that wait now, and those that are connected, which decides how each of them waits.
 * Thread-safe. Changed only by those who have to wait, connect, or close.
 */
final class Waiters {

    /** How often a waiter spins between two looks at the count, whose cache line all waiters write. */
    static final int SPINS_PER_COUNT = 32;

    private final WaitPolicy policy;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger clients = new AtomicInteger();

    Waiters(WaitPolicy policy) {
        this.policy = policy;
    }

    /** A client begins to wait. */
    void enter() {
        waiting.incrementAndGet();
    }

    /** It does not wait any more. */
    void leave() {
        waiting.decrementAndGet();
    }

    /** A client is connected from now on. */
    void connect() {
        clients.incrementAndGet();
    }

    /** It is not any more. */
    void disconnect() {
        clients.decrementAndGet();
    }

    private int spins() {
        return policy.spins(waiting.get(), clients.get());
    }

    private int yields() {
        return policy.yields(waiting.get(), clients.get());
    }

    int clients() {
        return clients.get();
    }

    int waiting() {
        return waiting.get();
    }

    /**
     * Stays on the core for a while: spins, in a crowd not for long, then yields.
     *
     * @return whether what is waited for has come
     */
    boolean linger(BooleanSupplier come) {
        int spins = spins();
        for (int spun = 1; spun <= spins; spun++) {
            if (come.getAsBoolean()) {
                return true;
            }
            Thread.onSpinWait();
            if (spun % SPINS_PER_COUNT == 0) {
                spins = spins();
            }
        }
        for (int yielded = 0; yielded < yields(); yielded++) {
            if (come.getAsBoolean()) {
                return true;
            }
            Thread.yield();
        }
        return come.getAsBoolean();
    }
}
