package io.baton.sim;

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
public class ExecutingFabric extends ForwardingFabric {

    /**
     * Makes it.
     *
     * @param fabric of which it is made; executes single verbs
     */
    public ExecutingFabric(Fabric fabric) {
        super(fabric);
    }

    @Override
    public final boolean executes() {
        return true;
    }

    /**
     * A batch begins. For tests.
     *
     * @param batch what was posted
     */
    protected void begins(VerbBatch batch) {
    }

    /**
     * A verb is about to be executed. For tests.
     *
     * @param verb of the batch that began last
     */
    protected void before(Verb verb) {
    }

    @Override
    public final Endpoint connect() {
        return new ForwardingEndpoint(super.connect()) {
            @Override
            public void post(VerbBatch batch) {
                begins(batch);
                boolean goesOn = true;
                for (int i = 0; i < batch.size(); i++) {
                    if (goesOn) {
                        before(batch.verb(i));
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
            case Call verb -> throw new UnsupportedOperationException("nothing is called in a simulation");
        }
    }
}
