package io.baton.lock.process;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;

/**
 * The lock server's request to reset a lock, as one process deals with it: each of its clients says whether it holds
 * the lock, and if none does, all stand still at this lock until the server tells the end.
 *
 * <p>Concurrency: the agent of the process and its clients share it; each client is asked under its own latch.
 */
public final class Freeze {

    /** How a freeze stands. */
    public enum Outcome {
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
    @GuardedBy("this")
    private final List<SessionClient> unasked = new ArrayList<>();
    /** Those who are asked when the others have answered. */
    @GuardedBy("this")
    private final List<SessionClient> last = new ArrayList<>();
    private volatile boolean held;
    private volatile Outcome outcome = Outcome.PENDING;

    Freeze(int slot, long number, long session, long relCnt) {
        this.slot = slot;
        this.number = number;
        this.session = session;
        this.relCnt = relCnt;
    }

    /** Names those who must answer. */
    synchronized void asks(List<SessionClient> clients) {
        clients.forEach(client -> (client.isAskedLast() ? last : unasked).add(client));
    }

    /** Clients that have not answered yet, without those who are asked last. */
    synchronized List<SessionClient> unasked() {
        return List.copyOf(unasked);
    }

    /** Who is to be asked when the others have answered; empty before that. */
    synchronized List<SessionClient> lastUnasked() {
        return unasked.isEmpty() ? List.copyOf(last) : List.of();
    }

    synchronized boolean isUnasked(SessionClient client) {
        return unasked.contains(client);
    }

    /** Takes a client's answer: whether it holds the lock. */
    public synchronized void answered(SessionClient client, boolean holds) {
        unasked.remove(client);
        last.remove(client);
        held |= holds;
    }

    /** Whether the answer is known: a client holds the lock, or all have been asked. */
    synchronized boolean isDecided() {
        return held || (unasked.isEmpty() && last.isEmpty());
    }

    boolean isHeld() {
        return held;
    }

    /** {@return the slot of the lock that is frozen} */
    public int slot() {
        return slot;
    }

    /** {@return the number of the lock server's round, 1 or more} */
    public long number() {
        return number;
    }

    /** {@return word 1 of the entry when the server began: generation and release count} */
    public long relCnt() {
        return relCnt;
    }

    /** {@return how the freeze stands: pending until the server has told the end; any thread may ask} */
    public Outcome outcome() {
        return outcome;
    }

    /** {@return all that decides how it goes on, but when the server was told} */
    public synchronized String describe() {
        final StringBuilder text = new StringBuilder().append(number).append('/').append(session).append('/')
            .append(relCnt).append(' ').append(outcome).append(held ? " held" : "");
        unasked.forEach(client -> text.append(' ').append(client.name()));
        last.forEach(client -> text.append(' ').append(client.name()));
        return text.toString();
    }

    void end(Outcome newOutcome) {
        outcome = newOutcome;
    }
}
