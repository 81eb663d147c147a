package io.baton.trial;

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

/**
 * A lock server whose processor executes verbs, made of one whose adapter does: the verbs of a batch go one after the
 * other, and stop where a condition says so. A server that takes so long is a slow one and nothing else: others' verbs
 * come in between, and processes, links and the server itself fail between any two.
 */
final class Executing extends ForwardingFabric {

    Executing(Fabric fabric) {
        super(fabric);
    }

    @Override
    public boolean executes() {
        return true;
    }

    @Override
    public Endpoint connect() {
        return new ForwardingEndpoint(super.connect()) {
            @Override
            public void post(VerbBatch batch) {
                boolean goesOn = true;
                for (int i = 0; i < batch.size(); i++) {
                    if (goesOn) {
                        executeOne(this, batch.verb(i));
                    }
                    batch.executed(i, goesOn);
                    goesOn = goesOn && batch.goesOn(i);
                }
            }

            @Override
            public void await(VerbBatch batch) {
                // It was waited for when it was posted.
            }

            @Override
            public void execute(VerbBatch batch) {
                post(batch);
            }
        };
    }

    private static void executeOne(Endpoint endpoint, Verb one) {
        switch (one) {
            case ExtCas verb -> endpoint.extCas(verb);
            case ExtFaa verb -> endpoint.extFaa(verb);
            case ReadPair verb -> endpoint.read(verb);
            case Call verb -> throw new UnsupportedOperationException("nothing is called in a campaign");
        }
    }
}
