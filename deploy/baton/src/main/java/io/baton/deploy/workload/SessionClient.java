package io.baton.deploy.workload;

import io.baton.deploy.run.WorkloadClient;
import io.baton.engine.Session;

/** A client with a session of its own: what is the same for all workloads. */
abstract class SessionClient implements WorkloadClient {

    private final Session session;

    SessionClient(Session session) {
        this.session = session;
    }

    @Override
    public final long restarts() {
        return session.restarts();
    }

    @Override
    public final void close() {
        session.close();
    }
}
