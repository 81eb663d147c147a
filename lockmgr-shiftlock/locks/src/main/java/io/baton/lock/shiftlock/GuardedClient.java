package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.StackHeadroom;
import io.baton.lock.LockInvariantViolation;
import org.jspecify.annotations.Nullable;

/** The part of a client that lets operations begin, and refuses them once it is closed or broken. */
abstract class GuardedClient extends WaitingClient {

    /** How many locks there are for this client: none once it is closed or broken. */
    private int slots;
    /** What has stopped it in the middle of a step. */
    private @Nullable Error cause;

    GuardedClient(ShiftLockTable table, Endpoint endpoint) {
        super(table, endpoint);
        this.slots = table.slots();
    }

    /** Begins an operation: what would stop it in the middle stops it here, before anything is changed. */
    void enter(int slot) {
        StackHeadroom.checkStep();
        check(slot);
        latchIfShared();
    }

    /** Refuses what is no lock here. */
    final void check(int slot) {
        if (!isSlot(slot)) {
            throw refused(slot);
        }
    }

    final boolean isSlot(int slot) {
        return Integer.compareUnsigned(slot, slots) < 0;
    }

    /** From here on no operation begins. */
    final void refuseAll() {
        slots = 0;
    }

    /**
     * After an error in a step: nobody knows how far it went, so that the client is good for nothing any more. Memory
     * is got before a step begins, so that its want is no such error if all that is in use is held.
     */
    final Error broken(Error why) {
        if (!(why instanceof OutOfMemoryError) || !holds.areHeld()) {
            slots = 0;
            cause = why;
        }
        return why;
    }

    /** {@return whether an error has stopped this client in the middle of a step} */
    public boolean isBroken() {
        return cause != null;
    }

    private RuntimeException refused(int slot) {
        if (cause != null) {
            throw new LockInvariantViolation("the lock client was stopped in the middle of a step by " + cause
                + "; what it holds cannot be released: restart the process", describe());
        }
        return closed
            ? new IllegalStateException("the lock client is closed; open a new one")
            : new IllegalArgumentException("slot " + slot + ": give one between 0 and " + (table.slots() - 1));
    }
}
