package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lock table that fails at one step: the steps of a commit are what it asks of its lock client. While it prepares it
 * asks for locks; while it applies, in assertion mode, it has each write's locks proved before it changes the table;
 * in the end it gives all back.
 */
final class FaultyLocks extends EmbeddedLockDouble {

    /** What a commit asks for. */
    enum Step {
        PREPARE, APPLY, RELEASE
    }

    private final List<Step> steps = new ArrayList<>();
    private @Nullable Thread watched;
    private int failingStep = -1;
    /** Lists of locks that were asked for. */
    int lists;
    /** What the clients say of themselves. */
    boolean broken;
    private @Nullable Throwable failure;

    FaultyLocks(EmbeddedLocks real) {
        super(real);
    }

    /** Watches the commit of the calling thread that comes now. */
    void watch() {
        steps.clear();
        watched = Thread.currentThread();
    }

    /** Lets a step of the next watched commit fail; a RuntimeException or an Error. */
    void failAt(int step, Throwable with) {
        failingStep = step;
        failure = with;
    }

    /** The steps of the commit that was last watched. */
    List<Step> steps() {
        return List.copyOf(steps);
    }

    @SuppressWarnings("ReferenceEquality") // A thread is itself.
    private void step(Step step) {
        if (watched != Thread.currentThread()) {
            return;
        }
        steps.add(step);
        if (step == Step.RELEASE) {
            watched = null;
        }
        if (steps.size() - 1 == failingStep) {
            failingStep = -1;
            switch (failure) {
                case RuntimeException exception -> throw exception;
                case Error error -> throw error;
                case null, default -> throw new IllegalArgumentException("fail with an exception or an error");
            }
        }
    }

    @Override
    LockClient changed(LockClient client) {
        return new Client(client);
    }

    /** One client. */
    private final class Client extends SteppedLockClient {

        Client(LockClient client) {
            super(client);
        }

        @Override
        public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
            step(Step.PREPARE);
            return client.acquire(slot, mode, deadlineNanos);
        }

        @Override
        public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
            step(Step.PREPARE);
            lists++;
            return client.acquireAll(locks, deadlineNanos);
        }

        @Override
        public boolean isBroken() {
            return broken;
        }

        @Override
        public LockOutcome tryAcquire(int slot, LockMode mode) {
            step(Step.PREPARE);
            return client.tryAcquire(slot, mode);
        }

        @Override
        public void releaseAll() {
            step(Step.RELEASE);
            client.releaseAll();
        }

        @Override
        public @Nullable LockMode held(int slot) {
            step(Step.APPLY);
            return client.held(slot);
        }
    }
}
