package io.baton.lab.bench.remote;

import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.Locale;

/** What clients of other processes do to save round trips. */
public enum RemoteOptions {
    /** What the product does. */
    PRODUCT(ShiftLockOptions.product()),
    /** Processes keep the locks that they alone use, and pass on those that their clients wait for. */
    KEPT(ShiftLockOptions.product().withBatches(false)),
    /** Locks that are wanted together are asked for together. */
    CHAINS(ShiftLockOptions.product().apart().withBatches(true)),
    /** Both. */
    BOTH(ShiftLockOptions.product().withBatches(true)),
    /** Neither: a verb for each lock. */
    SINGLE(ShiftLockOptions.product().apart().withBatches(false));

    @SuppressWarnings("ImmutableEnumChecker") // A record of numbers.
    private final ShiftLockOptions options;

    RemoteOptions(ShiftLockOptions options) {
        this.options = options;
    }

    /** {@return how the protocol goes} */
    public ShiftLockOptions options() {
        return options;
    }

    /** {@return the name as the command line spells it} */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
