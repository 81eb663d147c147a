package io.baton.lock;

import io.baton.explore.graph.Digests;

/** Two executions of a scenario with the same digest go on in the same way. */
interface StateDigest {

    /** All state there is: memory, notices, and what each client remembers, is about to do, and where in the code. */
    StateDigest STATE = stage -> {
        long hash = shared(stage);
        for (Actor actor : stage.actors) {
            hash = Digests.mix(hash, actor.location);
            if (actor.client instanceof ShiftLockClient client) {
                hash = Digests.mix(hash, client.digest());
            }
        }
        return Digests.mix(Digests.mix(hash, stage.table.agent().digest()), stage.agentRounds());
    };

    /** Memory, notices, and everything that each client has ever observed. */
    StateDigest HISTORY = stage -> {
        long hash = shared(stage);
        for (ScriptedEndpoint endpoint : stage.fabric.endpoints()) {
            hash = Digests.mix(hash, endpoint.history);
        }
        return Digests.mix(Digests.mix(hash, stage.table.agent().digest()), stage.agentRounds());
    };

    long of(Stage stage);

    private static long shared(Stage stage) {
        long hash = 1;
        for (long word : stage.fabric.words()) {
            hash = Digests.mix(hash, word);
        }
        for (Notice notice : stage.fabric.inFlight()) {
            hash = Digests.mix(hash, notice.digest());
        }
        for (ScriptedEndpoint endpoint : stage.fabric.endpoints()) {
            hash = Digests.mix(hash, endpoint.closed ? 2 : 1);
            hash = Digests.mix(hash, endpoint.batchSoFar);
            for (Notice notice : endpoint.mailbox) {
                hash = Digests.mix(hash, notice.digest());
            }
        }
        hash = Digests.mix(hash, stage.table.cacheDigest());
        for (ScriptedFabric.ScriptedDoorbell doorbell : stage.fabric.doorbells()) {
            hash = Digests.mix(hash, doorbell.rung ? 2 : 1);
        }
        for (Actor actor : stage.actors) {
            hash = Digests.mix(hash, actor.ops.size());
            hash = Digests.mix(hash, actor.op == null ? 0 : 1);
            hash = Digests.mix(hash, actor.now);
            hash = Digests.mix(hash, actor.step.digest());
            for (LockMode mode : actor.holding) {
                hash = Digests.mix(hash, mode == null ? 0 : mode == LockMode.SHARED ? 1 : 2);
            }
        }
        return hash;
    }
}
