package io.baton.trial;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.WordPair;
import io.baton.lock.entry.LockEntry;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * A process whose clients skip a release now and then and live on (§4.8 of the ShiftLock paper): the verb is never
 * issued, and the client believes that it was. So the entry names a client that neither holds the lock, nor waits for
 * it, nor gives it back.
 */
final class SkippedReleases extends ForwardingFabric {

    private static final int PERCENT = 100;
    private static final int SKIPPED_PERCENT = 4;

    private final SplittableRandom random;
    private final BooleanSupplier forgets;

    /** Skips releases as long as it is told to. */
    SkippedReleases(Fabric fabric, long seed, BooleanSupplier forgets) {
        super(fabric);
        this.random = new SplittableRandom(seed);
        this.forgets = forgets;
    }

    @Override
    public Endpoint connect() {
        return new ForwardingEndpoint(super.connect()) {
            @Override
            public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
                    long swapHigh, WordPair old) {
                if (!isRelease(masks, swapLow) || !skips()) {
                    return super.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
                }
                old.set(compareLow, compareHigh);
                return true;
            }

            @Override
            public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
                if (addLow == LockEntry.MINUS_ONE_READER && skips()) {
                    old.set(0, 0);
                } else {
                    super.extFaa(address, fields, addLow, addHigh, old);
                }
            }
        };
    }

    /** The last writer clears the tail, and lets readers in. */
    private static boolean isRelease(CasMasks masks, long swapLow) {
        return masks.swapLow() == (LockEntry.TAIL_MASK | LockEntry.EPOCH_MASK) && (swapLow & LockEntry.TAIL_MASK) == 0;
    }

    private boolean skips() {
        return forgets.getAsBoolean() && random.nextInt(PERCENT) < SKIPPED_PERCENT;
    }
}
