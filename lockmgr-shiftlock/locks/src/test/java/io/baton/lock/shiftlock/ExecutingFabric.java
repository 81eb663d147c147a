package io.baton.lock.shiftlock;

import io.baton.fabric.Call;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.lock.entry.LockEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** A lock server whose processor executes verbs, one by one; a test says what happens before the verb for a slot. */
final class ExecutingFabric extends ForwardingFabric {

    /** The slots of each batch that was posted. */
    final List<List<Integer>> batches = new ArrayList<>();
    private final IntConsumer before;

    ExecutingFabric(Fabric fabric, IntConsumer before) {
        super(fabric);
        this.before = before;
    }

    @Override
    public boolean executes() {
        return true;
    }

    @Override
    public Endpoint connect() {
        return new ForwardingEndpoint(super.connect()) {
            @Override
            public void execute(VerbBatch batch) {
                final List<Integer> slots = new ArrayList<>();
                batches.add(slots);
                boolean goesOn = true;
                for (int i = 0; i < batch.size(); i++) {
                    final int slot = (int) (batch.verb(i).address() / LockEntry.BYTES);
                    slots.add(slot);
                    if (goesOn) {
                        before.accept(slot);
                        executeOne(this, batch.verb(i));
                    }
                    batch.executed(i, goesOn);
                    goesOn = goesOn && batch.goesOn(i);
                }
            }
        };
    }

    private static void executeOne(Endpoint endpoint, Verb one) {
        switch (one) {
            case ExtCas verb -> endpoint.extCas(verb);
            case ExtFaa verb -> endpoint.extFaa(verb);
            case ReadPair verb -> endpoint.read(verb);
            case Call verb -> throw new UnsupportedOperationException("nothing is called here");
        }
    }
}
