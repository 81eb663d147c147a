package io.baton.lock;

import java.util.ArrayList;
import java.util.List;

/**
 * The lock server's wish to reset a lock, as one process deals with it: each of its clients says whether it holds the
 * lock, and if none does, all stand still at this lock until the server tells the end.
 *
 * <p>Concurrency: the agent of the process and its clients share it; each client is asked under its own latch.
 */
final class Freeze {

    /** How a freeze stands. */
    enum Outcome {
        /** The server has not told yet. */
        PENDING,
        /** The lock is as it was. */
        THAWED,
        /** The lock was reset. */
        RESET
    }

    final int slot;
    final long number;
    final long session;
    /** Word 1 of the entry when the server began. */
    final long relCnt;
    /** When the server was told last; the agent's own. */
    long answeredNanos;
    private final List<RecoverableClient> unasked = new ArrayList<>();
    private volatile boolean held;
    private volatile Outcome outcome = Outcome.PENDING;

    Freeze(int slot, long number, long session, long relCnt) {
        this.slot = slot;
        this.number = number;
        this.session = session;
        this.relCnt = relCnt;
    }

    /** Names those who must answer. */
    synchronized void asks(List<RecoverableClient> clients) {
        unasked.addAll(clients);
    }

    /** Clients that have not answered yet. */
    synchronized List<RecoverableClient> unasked() {
        return List.copyOf(unasked);
    }

    synchronized boolean isUnasked(RecoverableClient client) {
        return unasked.contains(client);
    }

    synchronized void answered(RecoverableClient client, boolean holds) {
        unasked.remove(client);
        held |= holds;
    }

    /** Whether the answer is known: somebody holds the lock, or all have been asked. */
    synchronized boolean isDecided() {
        return held || unasked.isEmpty();
    }

    boolean isHeld() {
        return held;
    }

    Outcome outcome() {
        return outcome;
    }

    /** All that decides how it goes on, but when the server was told. */
    synchronized String describe() {
        final StringBuilder text = new StringBuilder().append(number).append('/').append(session).append('/')
            .append(relCnt).append(' ').append(outcome).append(held ? " held" : "");
        unasked.forEach(client -> text.append(' ').append(client.name()));
        return text.toString();
    }

    void end(Outcome newOutcome) {
        outcome = newOutcome;
    }
}
