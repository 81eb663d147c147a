package io.baton.explore.trace;

import io.baton.lock.LockClient;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.HoldState;
import io.baton.lock.shiftlock.LockInspector;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client in one life of its process, as the recorder sees it. */
final class TracedClient {

    /** A client of the model: it outlives fences, but no crash. */
    static final class Identity {

        final int number;
        /** Acquisitions begun. */
        int begun;
        /** By the code's name of an attempt: which acquisition it is. */
        final Map<Long, Integer> attempts = new HashMap<>();

        Identity(int number) {
            this.number = number;
        }
    }

    final Identity identity;
    private @Nullable LockClient client;
    private @Nullable LockSession session;
    /** What was noted last of what the client remembers. */
    TraceStep.View noted = TraceStep.View.IDLE;
    /** A step whose outcome is not known yet. */
    @Nullable
    TraceStep open;
    /** A Handover or ModeChanged has been sent, and the client has not finished with it. */
    boolean handedOver;
    /** The process has lost its session and forgotten all. */
    boolean isGone;
    boolean isCrashed;
    /** The round in which it has frozen the lock. */
    long frozenIn = -1;
    @Nullable
    TraceStep freezing;

    TracedClient(Identity identity) {
        this.identity = identity;
    }

    void is(LockClient production, @Nullable LockSession its) {
        client = production;
        session = its;
    }

    int number() {
        return identity.number;
    }

    LockInspector.@Nullable Memory memory() {
        return client == null ? null : LockInspector.memory(client, 0);
    }

    boolean hasLostSession() {
        return session != null && session.isLost();
    }

    /** What the client remembers now. */
    TraceStep.View view(TraceRecorder recorder) {
        final LockInspector.Memory memory = memory();
        if (memory == null || memory.state() == HoldState.IDLE) {
            handedOver = false;
            return TraceStep.View.IDLE;
        }
        if (handedOver) {
            return TraceStep.View.IDLE;
        }
        if (memory.attempt() != 0) {
            identity.attempts.putIfAbsent(memory.attempt(), identity.begun);
        }
        final TracedClient successor = recorder.clientAt(memory.successor());
        return new TraceStep.View(memory.state(), memory.generation(), TraceRecorder.small(memory.releases()),
            memory.epoch(), memory.turn(), successor == null ? 0 : successor.number(),
            successor == null ? 0 : successor.attempt(memory.successorAttempt()));
    }

    int attempt(long name) {
        return identity.attempts.getOrDefault(name, 0);
    }
}
