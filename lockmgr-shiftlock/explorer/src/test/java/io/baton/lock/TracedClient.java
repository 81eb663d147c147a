package io.baton.lock;

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
    private @Nullable ShiftLockClient client;
    /** What was noted last of what the client remembers. */
    TraceStep.View noted = TraceStep.View.IDLE;
    /** A step whose outcome is not known yet. */
    @Nullable TraceStep open;
    /** A Handover or ModeChanged has been sent, and the client has not finished with it. */
    boolean handedOver;
    /** The process has lost its session and forgotten all. */
    boolean isGone;
    boolean isCrashed;
    /** The round in which it has frozen the lock. */
    long frozenIn = -1;
    @Nullable TraceStep freezing;

    TracedClient(Identity identity) {
        this.identity = identity;
    }

    void is(ShiftLockClient production) {
        client = production;
    }

    int number() {
        return identity.number;
    }

    @Nullable Hold hold() {
        return client == null ? null : client.holds.get(0);
    }

    boolean hasLostSession() {
        return client instanceof RecoverableClient recoverable && recoverable.isLost();
    }

    /** What the client remembers now. */
    TraceStep.View view(TraceRecorder recorder) {
        final Hold hold = hold();
        if (hold == null || hold.is(HoldState.IDLE)) {
            handedOver = false;
            return TraceStep.View.IDLE;
        }
        if (handedOver) {
            return TraceStep.View.IDLE;
        }
        if (hold.attempt != 0) {
            identity.attempts.putIfAbsent(hold.attempt, identity.begun);
        }
        final TracedClient successor = recorder.clientAt(hold.successor);
        return new TraceStep.View(hold.state(), LockEntry.generation(hold.relCnt),
            TraceRecorder.small(LockEntry.releases(hold.relCnt)), hold.epoch, hold.isWriter() ? hold.consWrt : 0,
            successor == null ? 0 : successor.number(),
            successor == null ? 0 : successor.attempt(hold.successorAttempt));
    }

    int attempt(long name) {
        return identity.attempts.getOrDefault(name, 0);
    }
}
