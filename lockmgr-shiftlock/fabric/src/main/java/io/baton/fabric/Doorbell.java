package io.baton.fabric;

/** Lets one thread wait for many endpoints. A ring is remembered until the next {@link #await}. */
public interface Doorbell {

    /** Wakes the waiting thread, or lets its next wait return at once. Any thread may call it. */
    void ring();

    /**
     * Waits for a ring.
     *
     * @param deadlineNanos when to give up, in the fabric's clock, or {@link Endpoint#NO_DEADLINE}
     * @return whether it rang
     */
    boolean await(long deadlineNanos);
}
