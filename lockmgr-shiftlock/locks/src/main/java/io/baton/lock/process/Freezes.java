package io.baton.lock.process;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.RecoveryNotice;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.agrona.concurrent.NanoClock;

/**
 * The clients of a {@link LockSession}, the locks at which they stand still, and what the session's agent answers to
 * the lock server (steps 2 to 4 of the freeze in {@code spec/5-recovery.md}).
 *
 * <p>Concurrency: the agent begins and ends freezes and sends; clients add and remove themselves, ask whether a lock is
 * frozen, and answer for themselves.
 */
final class Freezes {

    private static final int SEND_TRIES_MAX = 8;
    private static final long POLL_NANOS = 5_000;

    private final LockSession session;
    private final Endpoint endpoint;
    private final NanoClock clock;
    private final List<SessionClient> clients = new CopyOnWriteArrayList<>();
    private final ConcurrentHashMap<Integer, Freeze> bySlot = new ConcurrentHashMap<>();
    private final ArrayDeque<Freeze> undecided = new ArrayDeque<>();
    private final RecoveryNotice notice = new RecoveryNotice();
    private final LockNotice nudge = new LockNotice();
    /** Whether clients wait for the end of a freeze. Nothing is sent while notices are taken. */
    private boolean nudgesDue;

    Freezes(LockSession session, Endpoint endpoint, NanoClock clock) {
        this.session = session;
        this.endpoint = endpoint;
        this.clock = clock;
    }

    // What clients call

    void add(SessionClient client) {
        clients.add(client);
    }

    void remove(SessionClient client) {
        clients.remove(client);
    }

    boolean hasNoClients() {
        return clients.isEmpty();
    }

    /**
     * Most often nothing is frozen, which costs a read, and no key that must be made. A freeze is counted before the
     * first client is asked (K1.1 of {@code spec/9-process.md}), and only the agent adds and removes.
     */
    boolean isFrozen(int slot) {
        return !bySlot.isEmpty() && bySlot.containsKey(slot);
    }

    /** A client in the middle of an operation answers for itself, under its latch. */
    void attend(SessionClient client) {
        for (Freeze freeze : bySlot.values()) {
            if (freeze.isUnasked(client)) {
                freeze.answered(client, client.freeze(freeze));
            }
        }
    }

    // What the agent does

    boolean any() {
        return !bySlot.isEmpty();
    }

    /** Forgets what an earlier session of this process, or of one before it on its route, was asked. */
    void keepThoseOf(long sessionNumber) {
        undecided.removeIf(freeze -> freeze.session != sessionNumber);
        bySlot.values().removeIf(freeze -> freeze.session != sessionNumber);
    }

    /** One round: asks, answers, and wakes clients for which a freeze is over. */
    void answerAll() {
        decide();
        if (nudgesDue) {
            nudgesDue = false;
            nudgeAll();
        }
        remind();
    }

    /** When the next round is due if no notice comes before. */
    long nextRoundNanos(long nextRenewalNanos) {
        final long now = clock.nanoTime();
        if (!undecided.isEmpty()) {
            return now + POLL_NANOS;
        }
        return any() ? Math.min(nextRenewalNanos, now + session.options().leaseNanos()) : nextRenewalNanos;
    }

    void onFreeze(RecoveryNotice received) {
        final Freeze old = bySlot.get(received.slot());
        if (old != null) {
            if (old.number >= received.number()) {
                return;
            }
            // The server has ended that round, and its notice of the end is late.
            end(old, LockEntry.sameGeneration(old.relCnt, received.relCnt())
                ? Freeze.Outcome.THAWED : Freeze.Outcome.RESET);
        }
        final Freeze freeze = new Freeze(received.slot(), received.number(), received.era(), received.relCnt());
        bySlot.put(freeze.slot, freeze);
        // Only now, so that a client that is connected meanwhile is either asked or finds the lock frozen.
        freeze.asks(clients);
        undecided.add(freeze);
    }

    void onEnd(RecoveryNotice received, Freeze.Outcome outcome) {
        final Freeze freeze = bySlot.get(received.slot());
        if (freeze != null && freeze.number == received.number()) {
            end(freeze, outcome);
        }
    }

    private void end(Freeze freeze, Freeze.Outcome outcome) {
        freeze.end(outcome);
        bySlot.remove(freeze.slot);
        undecided.remove(freeze);
        nudgesDue = true;
    }

    /** Asks the clients that are not in the middle of an operation; those that are are nudged to answer themselves. */
    private void decide() {
        for (Freeze freeze = undecided.peek(); freeze != null; freeze = undecided.peek()) {
            ask(freeze, freeze.unasked());
            ask(freeze, freeze.lastUnasked());
            if (!mayConsent() || !freeze.isDecided()) {
                return;
            }
            undecided.remove();
            answer(freeze);
            if (freeze.isHeld()) {
                end(freeze, Freeze.Outcome.THAWED);
            }
        }
    }

    private void ask(Freeze freeze, List<SessionClient> unasked) {
        for (SessionClient client : unasked) {
            if (!client.freezeIfIdle(freeze)) {
                nudge(client);
            }
        }
    }

    /**
     * A client that has lost its connection meanwhile has forgotten a verb that may still arrive:
     * only the fence, not a consent, keeps it from the next generation.
     */
    private boolean mayConsent() {
        return !session.isLost();
    }

    /** A freeze that does not end may be over: the server's notice of the end may have been lost. */
    private void remind() {
        for (Freeze freeze : bySlot.values()) {
            if (freeze.isDecided() && clock.nanoTime() - freeze.answeredNanos >= session.options().leaseNanos()) {
                answer(freeze);
            }
        }
    }

    private void answer(Freeze freeze) {
        freeze.answeredNanos = clock.nanoTime();
        tell(notice.compose(answerOf(freeze), Route.node(endpoint.route()), freeze.slot, freeze.number)
            .relCnt(freeze.relCnt).era(freeze.session));
    }

    private static byte answerOf(Freeze freeze) {
        return freeze.isHeld() ? RecoveryNotice.HELD : RecoveryNotice.FROZEN;
    }

    private void tell(RecoveryNotice composed) {
        for (int tries = 0; tries < SEND_TRIES_MAX; tries++) {
            if (endpoint.send(session.serverRoute(), composed.composed(), 0, RecoveryNotice.BYTES) == SendStatus.SENT) {
                return;
            }
        }
    }

    void nudgeAll() {
        for (SessionClient client : clients) {
            nudge(client);
        }
    }

    /** Wakes the clients that wait for others of the process. Sends nothing: there may be no connection any more. */
    void ringAll() {
        clients.forEach(SessionClient::ring);
    }

    /** Wakes a client that waits for a notice. A full mailbox wakes it too. */
    private void nudge(SessionClient client) {
        endpoint.send(client.route(), nudge.compose(LockNotice.NUDGE, 0, 0, 0).composed(), 0, LockNotice.BYTES);
        client.ring();
    }

    /** What stands still, with times as seen from now, and the clients. */
    String describe(long nowNanos) {
        final StringBuilder text = new StringBuilder(nudgesDue ? " nudges" : "");
        bySlot.forEach((slot, freeze) -> text.append(" [").append(slot).append(' ').append(freeze.describe())
            .append(undecided.contains(freeze) ? " undecided]" : " answered "
                + Math.min(nowNanos - freeze.answeredNanos, session.options().leaseNanos()) + "]"));
        clients.forEach(client -> text.append(' ').append(client.name()));
        return text.toString();
    }
}
