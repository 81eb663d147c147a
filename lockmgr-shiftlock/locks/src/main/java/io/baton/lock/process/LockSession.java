package io.baton.lock.process;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.RecoveryNotice;
import java.util.concurrent.ThreadFactory;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * A client process's session with a lock server: its sign of life, and its consent to the reset of a lock
 * ({@link io.baton.lock.server.RecoveryServer}). An agent, one thread, renews it and answers for the process's clients.
 *
 * <p>Once the session is over the server refuses the process's verbs, so that whatever its clients believe to hold is
 * harmless to others; {@link #isValid} tells in time. A new life begins with new endpoints, a new session and a new
 * table.
 *
 * <p>Thread-safe.
 */
public final class LockSession implements AutoCloseable {

    private static final int RENEWALS_PER_SESSION = 4;

    private final Endpoint endpoint;
    private final NanoClock clock;
    private final RecoveryOptions options;
    private final long serverRoute;
    private final int node;
    private final long life;
    private final Freezes freezes;
    private final RecoveryNotice notice = new RecoveryNotice();
    private final RecoveryNotice received = new RecoveryNotice();
    private final NoticeHandler intake = this::take;
    private volatile long number;
    private volatile long incarnation;
    private long nextRenewalNanos;
    private volatile long validUntilNanos;
    private volatile boolean joined;
    private volatile boolean lost;
    private volatile boolean closed;

    private LockSession(Fabric fabric, long serverRoute, RecoveryOptions options, long life) {
        this.endpoint = fabric.connect();
        this.clock = fabric.clock();
        this.options = options;
        this.serverRoute = serverRoute;
        this.node = Route.node(endpoint.route());
        this.life = life;
        this.validUntilNanos = clock.nanoTime();
        this.freezes = new Freezes(this, endpoint, clock);
    }

    /**
     * Opens a session and waits until the server has let the process in. Clients must connect afterwards.
     *
     * @param fabric the lock server as this process sees it
     * @param serverRoute where the server takes requests
     * @param options the same as the server's
     * @param life names this life of the process: greater than any before at the same lock server and with the same
     *     node id, so that a late notice to those is not taken for one to this. The server never forgets the last one,
     *     and a smaller one gets no answer; since node ids come back to other processes, over wires too, take the time
     *     of day
     * @param deadlineNanos until when to try, in the fabric's clock
     * @param threads makes the thread of the agent
     * @return the session
     * @throws ConnectionLostException if the server has not answered until then
     */
    public static LockSession join(Fabric fabric, long serverRoute, RecoveryOptions options, long life,
            long deadlineNanos, ThreadFactory threads) {
        return new LockSession(fabric, serverRoute, options, life).start(deadlineNanos, threads);
    }

    private LockSession start(long deadlineNanos, ThreadFactory threads) {
        try {
            hello(deadlineNanos);
        } catch (ConnectionLostException gone) {
            endpoint.close();
            throw gone;
        }
        threads.newThread(this::run).start();
        return this;
    }

    private void hello(long deadlineNanos) {
        while (!joined) {
            if (clock.nanoTime() - deadlineNanos >= 0) {
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
     * A server that cannot reach the process fences it earlier; only the data's guard, which is shown tokens, is sure.
     *
     * @return false if the session has run out, or is known to be over
     */
    public boolean isValid() {
        return !lost && clock.nanoTime() - validUntilNanos < 0;
    }

    /** {@return when the session runs out unless it is renewed, in the fabric's clock} */
    public long validUntilNanos() {
        return validUntilNanos;
    }

    /** {@return whether the session is known to be over: then everything that the process's clients held is lost} */
    public boolean isLost() {
        return lost;
    }

    /**
     * Stops renewing; open no client afterwards, it may find all lost. As long as clients have not ended, the agent
     * answers for them, until the session has run out: then their locks and waits are lost. When the last client has
     * ended, so do the agent's thread and endpoint, a quarter of a session later at most. The server fences the process
     * when the session has run out, or earlier if it finds the endpoint gone. Closing twice does nothing.
     */
    @Override
    public void close() {
        closed = true;
    }

    /** {@return which life of the lock server the session belongs to: the incarnation that it was started with} */
    public long incarnation() {
        return incarnation;
    }

    /** {@return a number that no other session of this life of the lock server has} */
    public long number() {
        return number;
    }

    /** {@return the options that the session was joined with} */
    public RecoveryOptions options() {
        return options;
    }

    /** {@return the route where the lock server takes requests} */
    public long serverRoute() {
        return serverRoute;
    }

    // What its clients call

    /** Called when a verb of one of its clients was refused or lost: the process cannot know what it holds. */
    public void lose() {
        lost = true;
    }

    /** Adds a client of this process, to be asked at every freeze from now on. */
    public void add(SessionClient client) {
        freezes.add(client);
    }

    /** Removes a client that holds nothing and waits for nothing. */
    public void remove(SessionClient client) {
        freezes.remove(client);
    }

    /** Tells whether the process stands still at a lock, so that no client may acquire it anew. */
    public boolean isFrozen(int slot) {
        return freezes.isFrozen(slot);
    }

    /** Lets a client in the middle of an operation answer for itself. Called under its latch. */
    public void attend(SessionClient client) {
        freezes.attend(client);
    }

    // The agent

    private void run() {
        try {
            while (!lost) {
                endpoint.receive(intake);
                freezes.answerAll();
                renew();
                endpoint.awaitNotice(freezes.nextRoundNanos(nextRenewalNanos));
            }
            freezes.nudgeAll();
        } catch (ConnectionLostException gone) {
            // The clients learn it from their next verb, or the wait that they are in.
        } finally {
            // Whatever has ended it, nobody renews the session any more, or answers for the clients.
            lost = true;
            // Who waits for another client of the process hears no lane break.
            freezes.ringAll();
            endpoint.close();
        }
    }

    private void renew() {
        final long now = clock.nanoTime();
        final boolean isTime = now - nextRenewalNanos >= 0;
        if (isTime) {
            nextRenewalNanos = now + options.sessionNanos() / RENEWALS_PER_SESSION;
        }
        if (closed) {
            endIfRunOut();
        } else if (isTime) {
            final SendStatus status = endpoint.send(serverRoute, notice
                .compose(RecoveryNotice.RENEW, node, now, number).from(endpoint.route()).composed(),
                0, RecoveryNotice.BYTES);
            // A server that is gone has forgotten its sessions, and one that is silent for so long has ended this one.
            if (status == SendStatus.NO_SUCH_PEER || now - validUntilNanos > options.sessionNanos()) {
                lost = true;
            }
        }
    }

    private void endIfRunOut() {
        if (!isValid() || freezes.hasNoClients()) {
            lost = true;
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
            case RecoveryNotice.REFUSED -> onRefused();
            case RecoveryNotice.FREEZE -> onFreeze();
            case RecoveryNotice.THAW -> freezes.onEnd(received, Freeze.Outcome.THAWED);
            case RecoveryNotice.WAS_RESET -> freezes.onEnd(received, Freeze.Outcome.RESET);
            default -> {
            }
        }
    }

    private void onWelcome() {
        if (!joined && received.number() == life) {
            number = received.relCnt();
            freezes.keepThoseOf(number);
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

    /** Never takes back what a client may write meanwhile: only true is ever assigned to {@link #lost}. */
    private void onRefused() {
        if (joined && received.number() == number) {
            lost = true;
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
        // Otherwise it is for a dead process on whose route this one is.
        if (!joined || received.era() == number) {
            freezes.onFreeze(received);
        }
    }

    /**
     * Describes the session for operators, and in the message of a violated invariant: all that decides how it goes
     * on, renewals apart. Equal states have equal texts. Exact only while the process stands still.
     *
     * @param nowNanos the time of the fabric's clock; ages are told as of then, capped at the lease
     * @return its number, what is known of its end, each lock that is frozen, and the clients
     */
    public String describe(long nowNanos) {
        return number + (joined ? " joined" : "") + (lost ? " lost" : "") + (closed ? " closed" : "")
            + freezes.describe(nowNanos);
    }

    /** {@return whether the process stands still at some lock and waits for the lock server's word} */
    public boolean isFreezing() {
        return freezes.any();
    }
}
