package io.baton.sim;

import io.baton.fabric.Call;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;

/**
 * Lock servers whose processors execute verbs, made of those whose adapters do: each server's verbs of a batch go one
 * after the other, and stop where a condition says so; those of different servers go at the same time. A server that
 * takes so long is a slow one and nothing else: others' verbs come in between, and processes, links and the servers
 * themselves fail between any two.
 */
public class ExecutingFabric extends ForwardingFabric {

    /**
     * Makes it.
     *
     * @param fabric of which it is made; executes verbs without conditions
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
        return new Executed(super.connect());
    }

    /** One client, whose batches go in rounds: of each server that goes on one verb. */
    private final class Executed extends ForwardingEndpoint {

        private final VerbBatch round = new VerbBatch();
        /** Which verbs of the batch are in the round, and which servers have one there. */
        private final IntArrayList inRound = new IntArrayList();
        private final IntHashSet served = new IntHashSet();
        private final IntHashSet stopped = new IntHashSet();
        /** Which verbs of the batch have been in a round. */
        private final IntHashSet done = new IntHashSet();

        Executed(Endpoint endpoint) {
            super(endpoint);
        }

        @Override
        public void post(VerbBatch batch) {
            begins(batch);
            stopped.clear();
            done.clear();
            for (int i = 0; i < batch.size(); i++) {
                batch.executed(i, false);
            }
            for (choose(batch); round.size() > 0; choose(batch)) {
                super.execute(round);
                for (int i = 0; i < inRound.size(); i++) {
                    answered(batch, inRound.getInt(i));
                }
            }
        }

        /** Of each server that goes on the first verb that has not been executed yet. */
        private void choose(VerbBatch batch) {
            round.clear();
            inRound.clear();
            served.clear();
            for (int i = 0; i < batch.size(); i++) {
                final int server = server(check(batch.verb(i)).address());
                if (!done.contains(i) && !stopped.contains(server) && served.add(server)) {
                    before(batch.verb(i));
                    round.add(batch.verb(i));
                    inRound.addInt(i);
                    done.add(i);
                }
            }
        }

        private void answered(VerbBatch batch, int index) {
            batch.executed(index, true);
            if (!batch.goesOn(index)) {
                stopped.add(server(batch.verb(index).address()));
            }
        }

        private static Verb check(Verb verb) {
            if (verb instanceof Call) {
                throw new UnsupportedOperationException("nothing is called in a simulation");
            }
            return verb;
        }

        @Override
        public void await(VerbBatch batch) {
            // It was waited for when it was posted.
        }

        @Override
        public void execute(VerbBatch batch) {
            post(batch);
        }
    }
}
