package io.baton.rival.qplock;

import io.baton.fabric.Doorbell;
import org.jspecify.annotations.Nullable;

/**
 * A descriptor of the local cohort. Concurrency: the predecessor writes {@code passed}, the successor writes {@code
 * next}, each once per place in the queue; the owner resets both before it swaps itself into the tail, which orders
 * the reset before either write. The writer of either field rings the owner's bell afterwards.
 */
final class QpLockLocalHold extends QpLockHold {

    /** Names this descriptor in the local tail; never 0. */
    final long number;
    /** Its owner's, for all descriptors of that client. */
    final Doorbell bell;
    volatile int passed;
    volatile @Nullable QpLockLocalHold next;

    QpLockLocalHold(long number, Doorbell bell) {
        this.number = number;
        this.bell = bell;
    }

    @Override
    void prepare() {
        budget = WAITING;
        passed = WAITING;
        next = null;
    }
}
