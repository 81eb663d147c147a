package io.baton.lab.torture;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.lock.LockClient;
import org.jspecify.annotations.Nullable;

/** One client's use of one lock server: a lock client and an endpoint for data, anew in each life. One thread. */
final class TortureClient {

    private final ServerLink link;
    private @Nullable JoinedSession life;
    private @Nullable LockClient locks;
    private @Nullable Endpoint data;

    TortureClient(ServerLink link) {
        this.link = link;
    }

    /** Makes sure that the client is part of a life that is not known to be over. */
    void begin() {
        while (life == null || life.isOver()) {
            end();
            final JoinedSession now = link.enter();
            life = now;
            try {
                data = now.fabric().connect();
                locks = now.table().client();
            } catch (ConnectionLostException e) {
                now.end();
            }
        }
        life.works();
    }

    /** Leaves the life that the client is part of, if there is one. */
    void end() {
        final JoinedSession left = life;
        if (left == null) {
            return;
        }
        if (locks != null) {
            locks.releaseAll();
            locks.close();
        }
        if (data != null) {
            data.close();
        }
        life = null;
        locks = null;
        data = null;
        link.leave(left);
    }

    /** Lets the process give back locks that it keeps for its clients. */
    void giveBack() {
        if (life != null && !life.isOver()) {
            life.giveBack();
        }
    }

    JoinedSession life() {
        if (life == null) {
            throw new IllegalStateException("no life has begun");
        }
        return life;
    }

    LockClient locks() {
        if (locks == null) {
            throw new IllegalStateException("no life has begun");
        }
        return locks;
    }

    Endpoint data() {
        if (data == null) {
            throw new IllegalStateException("no life has begun");
        }
        return data;
    }
}
