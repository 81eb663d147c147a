package io.baton.lock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * A client process's session with a lock server: its sign of life, and its consent to the reset of a lock ({@link
 * RecoveryServer}). An agent, one thread, renews it and answers for the process's clients.
 *
 * <p>Once the session is over the server refuses the process's verbs, so that whatever its clients believe to hold is
 * harmless to others; {@link #isValid} tells in time. A new life begins with new endpoints, a new session and a new
 * table.
 *
 * <p>Thread-safe.
 */
public final class LockSession implements AutoCloseable {

    private static final int RENEWALS_PER_SESSION = 4;
    private static final int SEND_TRIES_MAX = 8;
    private static final long POLL_NANOS = 5_000;

    private final Endpoint endpoint;
    private final NanoClock clock;
    private final RecoveryOptions options;
    private final long serverRoute;
    private final int node;
    private final long life;
    private final List<RecoverableClient> clients = new CopyOnWriteArrayList<>();
    /** By slot: what stands still. */
    private final ConcurrentHashMap<Integer, Freeze> freezes = new ConcurrentHashMap<>();
    private final ArrayDeque<Freeze> undecided = new ArrayDeque<>();
    private final RecoveryNotice notice = new RecoveryNotice();
    private final RecoveryNotice received = new RecoveryNotice();
    private final LockNotice nudge = new LockNotice();
    private final NoticeHandler intake = this::take;
    private volatile long number;
    private volatile long incarnation;
    private long nextRenewalNanos;
    /** Whether clients wait for the end of a freeze. Nothing is sent while notices are taken. */
    private boolean nudgesDue;
    private volatile long validUntilNanos;
    private volatile boolean joined;
    private volatile boolean lost;
    private volatile boolean closed;

    LockSession(Fabric fabric, long serverRoute, RecoveryOptions options, long life) {
        this.endpoint = fabric.connect();
        this.clock = fabric.clock();
        this.options = options;
        this.serverRoute = serverRoute;
        this.node = Route.node(endpoint.route());
        this.life = life;
        this.validUntilNanos = clock.nanoTime();
    }

    /**
     * Opens a session and waits until the server has let the process in. Clients must connect afterwards.
     *
     * @param fabric the lock server as this process sees it
     * @param serverRoute where the server takes requests
     * @param options the same as the server's
     * @param life names this life of the process: greater than any before, so that a late word of those is not taken
     *     for one of this; the time of the start, for example
     * @param deadlineNanos until when to try, in the fabric's clock
     * @param threads makes the thread of the agent
     * @return the session
     * @throws ConnectionLostException if the server has not answered until then
     */
    public static LockSession join(Fabric fabric, long serverRoute, RecoveryOptions options, long life,
            long deadlineNanos, ThreadFactory threads) {
        return new LockSession(fabric, serverRoute, options, life).start(deadlineNanos, threads);
    }

    LockSession start(long deadlineNanos, ThreadFactory threads) {
        hello(deadlineNanos);
        threads.newThread(this::run).start();
        return this;
    }

    private void hello(long deadlineNanos) {
        while (!joined) {
            if (clock.nanoTime() - deadlineNanos >= 0) {
                endpoint.close();
                throw new ConnectionLostException("the lock server has not answered process " + node
                    + "; is it there?");
            }
            final long sent = clock.nanoTime();
            endpoint.send(serverRoute, notice.compose(RecoveryNotice.HELLO, node, sent, life)
                .from(endpoint.route()).composed(), 0, RecoveryNotice.BYTES);
            endpoint.awaitNotice(clock.nanoTime() + options.leaseNanos());
            endpoint.receive(intake);
        }
    }

    /**
     * Tells whether the session has not run out yet, by the process's own clock and the drift that the options allow.
     * A server that cannot reach the process fences it earlier; only the data's guard, who is shown tokens, is sure.
     *
     * @return false if the session has run out, or is known to be over
     */
    public boolean isValid() {
        return !lost && clock.nanoTime() - validUntilNanos < 0;
    }

    /**
     * Returns when the session runs out unless it is renewed.
     *
     * @return a time in the fabric's clock
     */
    public long validUntilNanos() {
        return validUntilNanos;
    }

    /**
     * Tells whether the session is known to be over.
     *
     * @return true if so: everything that the process's clients held is lost
     */
    public boolean isLost() {
        return lost;
    }

    /** Stops renewing: the server fences the process when the session has run out. Closing twice does nothing. */
    @Override
    public void close() {
        closed = true;
    }

    /**
     * Returns which life of the lock server the session belongs to.
     *
     * @return what the server was started with
     */
    public long incarnation() {
        return incarnation;
    }

    long number() {
        return number;
    }

    RecoveryOptions options() {
        return options;
    }

    long serverRoute() {
        return serverRoute;
    }

    /** Called when a verb of one of its clients was refused or lost: the process cannot know what it holds. */
    void lose() {
        lost = true;
    }

    void add(RecoverableClient client) {
        clients.add(client);
    }

    void remove(RecoverableClient client) {
        clients.remove(client);
    }

    boolean isFrozen(int slot) {
        return freezes.containsKey(slot);
    }

    /** A client in the middle of an operation answers for itself, under its latch. */
    void attend(RecoverableClient client) {
        for (Freeze freeze : freezes.values()) {
            if (freeze.isUnasked(client)) {
                freeze.answered(client, client.freeze(freeze));
            }
        }
    }

    // The agent

    private void run() {
        while (!closed && !lost) {
            endpoint.receive(intake);
            decide();
            if (nudgesDue) {
                nudgesDue = false;
                nudgeAll();
            }
            remind();
            renew();
            endpoint.awaitNotice(nextRound());
        }
        nudgeAll();
        endpoint.close();
    }

    private long nextRound() {
        final long now = clock.nanoTime();
        if (!undecided.isEmpty()) {
            return now + POLL_NANOS;
        }
        return freezes.isEmpty() ? nextRenewalNanos : Math.min(nextRenewalNanos, now + options.leaseNanos());
    }

    /** A freeze that does not end may be over: the server's word, or the order of its words, may have been lost. */
    private void remind() {
        for (Freeze freeze : freezes.values()) {
            if (freeze.isDecided() && clock.nanoTime() - freeze.answeredNanos >= options.leaseNanos()) {
                answer(freeze);
            }
        }
    }

    private void answer(Freeze freeze) {
        freeze.answeredNanos = clock.nanoTime();
        tell(notice.compose(answerOf(freeze), node, freeze.slot,
            freeze.number).relCnt(freeze.relCnt).era(freeze.session));
    }

    byte answerOf(Freeze freeze) {
        return freeze.isHeld() ? RecoveryNotice.HELD : RecoveryNotice.FROZEN;
    }

    private void renew() {
        final long now = clock.nanoTime();
        if (now - nextRenewalNanos >= 0) {
            nextRenewalNanos = now + options.sessionNanos() / RENEWALS_PER_SESSION;
            final SendStatus status = endpoint.send(serverRoute, notice
                .compose(RecoveryNotice.RENEW, node, now, number).from(endpoint.route()).composed(),
                0, RecoveryNotice.BYTES);
            // A server that is gone has forgotten its sessions, and one that is silent for so long has ended this one.
            lost |= status == SendStatus.NO_SUCH_PEER || now - validUntilNanos > options.sessionNanos();
        }
    }

    private void take(DirectBuffer buffer, int offset, int length) {
        if (length != RecoveryNotice.BYTES || !RecoveryNotice.isOne(buffer, offset)) {
            return;
        }
        received.wrap(buffer, offset);
        switch (received.kind()) {
            case RecoveryNotice.WELCOME -> onWelcome();
            case RecoveryNotice.RENEWED -> onRenewed();
            case RecoveryNotice.REFUSED -> lost |= joined && received.number() == number;
            case RecoveryNotice.FREEZE -> onFreeze();
            case RecoveryNotice.THAW -> onEnd(Freeze.Outcome.THAWED);
            case RecoveryNotice.WAS_RESET -> onEnd(Freeze.Outcome.RESET);
            default -> { }
        }
    }

    private void onWelcome() {
        if (!joined && received.number() == life) {
            number = received.relCnt();
            undecided.removeIf(freeze -> freeze.session != number);
            freezes.values().removeIf(freeze -> freeze.session != number);
            incarnation = received.era();
            extend(received.time());
            nextRenewalNanos = clock.nanoTime() + options.sessionNanos() / RENEWALS_PER_SESSION;
            joined = true;
        }
    }

    private void onRenewed() {
        if (received.number() == number) {
            extend(received.time());
        }
    }

    /** The server counts from when it hears, which is not before the sending; its clock may be faster than ours. */
    private void extend(long sentNanos) {
        final long until = sentNanos + (long) (options.sessionNanos() * (1 - 2 * options.clockDrift()));
        if (until - validUntilNanos > 0) {
            validUntilNanos = until;
        }
    }

    private void onFreeze() {
        if (joined && received.era() != number) {
            // For a dead process on whose route this one is.
            return;
        }
        final Freeze old = freezes.get(received.slot());
        if (old != null) {
            if (old.number >= received.number()) {
                return;
            }
            // The server has ended that round, and its word of it is late.
            end(old, LockEntry.sameGeneration(old.relCnt, received.relCnt())
                ? Freeze.Outcome.THAWED : Freeze.Outcome.RESET);
        }
        final Freeze freeze = new Freeze(received.slot(), received.number(), received.era(), received.relCnt());
        freezes.put(freeze.slot, freeze);
        // Only now, so that a client that is connected meanwhile is either asked or finds the lock frozen.
        freeze.asks(clients);
        undecided.add(freeze);
    }

    private void onEnd(Freeze.Outcome outcome) {
        final Freeze freeze = freezes.get(received.slot());
        if (freeze != null && freeze.number == received.number()) {
            end(freeze, outcome);
        }
    }

    private void end(Freeze freeze, Freeze.Outcome outcome) {
        freeze.end(outcome);
        freezes.remove(freeze.slot);
        undecided.remove(freeze);
        nudgesDue = true;
    }

    /** Asks the clients that are not in the middle of an operation; those that are are nudged to answer themselves. */
    private void decide() {
        for (Freeze freeze = undecided.peek(); freeze != null; freeze = undecided.peek()) {
            for (RecoverableClient client : freeze.unasked()) {
                if (!client.freezeIfIdle(freeze)) {
                    nudge(client);
                }
            }
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

    /**
     * A client that has lost its connection meanwhile has forgotten a verb that may still arrive:
     * only the fence, not a consent, keeps it from the next generation.
     */
    boolean mayConsent() {
        return !lost;
    }

    /** All that decides how the agent goes on, its renewals apart; see {@link LockProbe}. */
    String digest(long nowNanos) {
        final StringBuilder text = new StringBuilder().append(number).append(joined ? " joined" : "")
            .append(lost ? " lost" : "").append(closed ? " closed" : "").append(nudgesDue ? " nudges" : "");
        freezes.forEach((slot, freeze) -> text.append(" [").append(slot).append(' ').append(freeze.digest())
            .append(undecided.contains(freeze) ? " undecided]"
                : " answered " + Math.min(nowNanos - freeze.answeredNanos, options.leaseNanos()) + "]"));
        clients.forEach(client -> text.append(' ').append(client.name()));
        return text.toString();
    }

    /** Whether something of its process stands still. */
    boolean isFreezing() {
        return !freezes.isEmpty();
    }

    private void tell(RecoveryNotice composed) {
        for (int tries = 0; tries < SEND_TRIES_MAX; tries++) {
            if (endpoint.send(serverRoute, composed.composed(), 0, RecoveryNotice.BYTES) == SendStatus.SENT) {
                return;
            }
        }
    }

    void nudgeAll() {
        for (RecoverableClient client : clients) {
            nudge(client);
        }
    }

    /** Wakes a client that waits for a notice. A full mailbox wakes it too. */
    private void nudge(RecoverableClient client) {
        endpoint.send(client.route(), nudge.compose(LockNotice.NUDGE, 0, 0, 0).composed(), 0, LockNotice.BYTES);
    }
}
