package io.baton.lock.shiftlock;

import io.baton.fabric.Fabric;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.lock.entry.LockEntry;
import io.baton.sim.ExecutingFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** A lock server whose processor executes verbs, one by one; a test says what happens before the verb for a slot. */
final class WatchedBatches extends ExecutingFabric {

    /** The slots of each batch that was posted. */
    final List<List<Integer>> batches = new ArrayList<>();
    private final IntConsumer before;

    WatchedBatches(Fabric fabric, IntConsumer before) {
        super(fabric);
        this.before = before;
    }

    @Override
    protected void begins(VerbBatch batch) {
        final List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            slots.add(slot(batch.verb(i)));
        }
        batches.add(slots);
    }

    @Override
    protected void before(Verb verb) {
        before.accept(slot(verb));
    }

    private static int slot(Verb verb) {
        return (int) (verb.address() / LockEntry.BYTES);
    }
}
