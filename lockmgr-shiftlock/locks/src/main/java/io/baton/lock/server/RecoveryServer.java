package io.baton.lock.server;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.entry.Eras;
import io.baton.lock.entry.RecoveryNotice;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The part of a lock server that has a processor: it keeps the sessions of the client processes and resets locks whose
 * holders are dead (§3.6 of the paper; {@code spec/5-recovery.md}).
 *
 * <p>Under policy SESSION a reset needs the consent of every process. The server asks every process to freeze the lock:
 * the holder's says so, and the lock stays as it is; otherwise its waiters stand still and no client there acquires it
 * anew. A process whose session has run out, or that has gone, is fenced: none of its verbs takes effect any more. When
 * each has frozen or is fenced, no client holds the lock and no verb for it is under way, so that the reset disturbs
 * none.
 *
 * <p>Threading: a thread of its own does everything; {@link #close} may be called from any.
 */
public final class RecoveryServer implements AutoCloseable {

    /** The tag of a notice to a receiver without a session; sessions have greater numbers. */
    static final long NO_SESSION = -1;
    private static final int TICKS_PER_LEASE = 2;
    /** After so many sessions of standstill the processes have given up by themselves. */
    private static final int SESSIONS_FORGIVEN = 2;

    private final Endpoint endpoint;
    private final NanoClock clock;
    private final @Nullable Gate gate;
    private final RecoveryOptions options;
    private final long incarnation;
    private final Consumer<ResetEvent> log;
    private final @Nullable Consumer<Throwable> onFailure;
    private final LockSessions sessions = new LockSessions();
    private final ResetRounds rounds;
    private final ArrayDeque<Received> requests = new ArrayDeque<>();
    private final ArrayDeque<Received> newcomers = new ArrayDeque<>();
    private final RecoveryNotice notice = new RecoveryNotice();
    private final NoticeHandler intake = this::take;
    private long lastRoundNanos;
    private volatile boolean closed;

    /** What a notice said. */
    record Received(byte kind, int node, long slot, long number, long relCnt, long route, long era) {
    }

    /**
     * Starts to serve. A failure ends the thread as one that nobody catches.
     *
     * @param fabric the lock server's own view of its memory, with room for
     *     {@link Eras#memoryBytes}; under policy SESSION with a gate
     * @param slots the number of locks
     * @param options the same as the clients'
     * @param incarnation names this life of the server: greater than those of all lives before, which a token would
     *     otherwise outlive
     * @param threads makes the thread that serves
     * @param log gets a line for every reset and every fence, on the serving thread
     * @throws IllegalArgumentException if the fabric has no gate and the policy needs one
     */
    public RecoveryServer(
            Fabric fabric, int slots, RecoveryOptions options, long incarnation, ThreadFactory threads,
            Consumer<ResetEvent> log) {
        this(fabric, slots, options, incarnation, threads, log, null);
    }

    /**
     * Starts to serve.
     *
     * @param fabric as above
     * @param slots as above
     * @param options as above
     * @param incarnation as above
     * @param threads as above
     * @param log as above
     * @param onFailure told once, on the serving thread, why nobody serves any more, unless the service was closed;
     *     null lets the thread end as one whose failure nobody catches
     * @throws IllegalArgumentException if the fabric has no gate and the policy needs one
     */
    public RecoveryServer(
            Fabric fabric, int slots, RecoveryOptions options, long incarnation, ThreadFactory threads,
            Consumer<ResetEvent> log, @Nullable Consumer<Throwable> onFailure) {
        this.gate = fabric.gate();
        if (gate == null && options.policy() == RecoveryPolicy.SESSION) {
            throw new IllegalArgumentException(
                "this fabric cannot fence a process; serve from the lock server's node, or use policy LEASE");
        }
        this.endpoint = fabric.connect();
        this.clock = fabric.clock();
        this.options = options;
        this.incarnation = incarnation;
        this.log = log;
        this.onFailure = onFailure;
        this.lastRoundNanos = clock.nanoTime();
        this.rounds = new ResetRounds(this, endpoint, clock, slots, options, sessions, log);
        threads.newThread(this::run).start();
    }

    /** {@return the route where clients send their requests} */
    public long route() {
        return endpoint.route();
    }

    /** Ends the service, soon. Closing twice does nothing. */
    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        try {
            work();
        } catch (RuntimeException | Error e) {
            if (onFailure == null) {
                throw e;
            }
            if (!closed) {
                onFailure.accept(e);
            }
        }
    }

    private void work() {
        while (!closed) {
            endpoint.receive(intake);
            for (Received request = requests.poll(); request != null; request = requests.poll()) {
                serve(request);
            }
            fenceWhoIsGone();
            admitNewcomers();
            expireSessions();
            rounds.askAgain();
            endpoint.awaitNotice(clock.nanoTime() + tickNanos());
        }
        endpoint.close();
    }

    /** How long a round lasts at most in which nothing happens. */
    private long tickNanos() {
        return options.leaseNanos() / TICKS_PER_LEASE;
    }

    private void take(DirectBuffer buffer, int offset, int length) {
        if (length != RecoveryNotice.BYTES || !RecoveryNotice.isOne(buffer, offset)) {
            return;
        }
        notice.wrap(buffer, offset);
        requests.add(new Received(notice.kind(), notice.node(), notice.time(), notice.number(), notice.relCnt(),
            notice.route(), notice.era()));
    }

    private void serve(Received request) {
        switch (request.kind()) {
            case RecoveryNotice.HELLO -> newcomers.add(request);
            case RecoveryNotice.RENEW -> renew(request);
            case RecoveryNotice.SUSPECT, RecoveryNotice.FORCE -> rounds.suspect(request);
            case RecoveryNotice.FROZEN -> rounds.onFrozen(request);
            case RecoveryNotice.HELD -> rounds.onHeld(request);
            default -> {
            }
        }
    }

    // Sessions

    private void admitNewcomers() {
        while (!newcomers.isEmpty()) {
            admit(newcomers.remove());
        }
    }

    /** A HELLO of a life that has had its session, or was followed by another, is late, or comes twice. */
    private void admit(Received hello) {
        final int node = hello.node();
        if (!sessions.isOpen(node, hello.number())) {
            if (!sessions.begins(node, hello.number())) {
                return;
            }
            fence(node);
            final Gate way = gate();
            way.refuse(node);
            way.admit(node);
            sessions.open(node, sessions.nextNumber(), hello.number(), hello.route(), clock.nanoTime());
            log.accept(new ResetEvent(ResetEvent.Kind.JOINED, -1, node, 0, 0));
            rounds.askNewcomer(node);
        }
        final LockSessions.Session session = sessions.of(node);
        if (session == null) {
            // Gone again already.
            return;
        }
        session.heardNanos = clock.nanoTime();
        tellOrFence(session, notice.compose(RecoveryNotice.WELCOME, node, hello.slot(), hello.number())
            .relCnt(session.number).era(incarnation));
    }

    private void renew(Received request) {
        final LockSessions.Session session = sessions.of(request.node());
        if (session == null || session.number != request.number()) {
            tellOver(request.node(), request.route(), request.number());
            return;
        }
        session.heardNanos = clock.nanoTime();
        tellOrFence(session,
            notice.compose(RecoveryNotice.RENEWED, request.node(), request.slot(), request.number()));
    }

    /** A process that has closed its mailbox will not renew its session. */
    private void fenceWhoIsGone() {
        for (long number = endpoint.nextGone(); number != 0; number = endpoint.nextGone()) {
            final int node = sessions.nodeOf(number);
            if (node != LockSessions.NOBODY) {
                fence(node);
            }
        }
    }

    /**
     * While this thread stood still it could hear nobody, and what it would have heard may still be on its way: that
     * time counts against no process. Both looks at the clock are this one, so that a standstill anywhere is seen.
     */
    private void expireSessions() {
        final long now = clock.nanoTime();
        final long late = now - lastRoundNanos - tickNanos();
        lastRoundNanos = now;
        if (late > options.leaseNanos()) {
            sessions.forgive(Math.min(late, SESSIONS_FORGIVEN * options.sessionNanos()), now);
        }
        for (int node : sessions.silentFor(options.sessionNanos(), now)) {
            fence(node);
        }
    }

    /** From here on nothing that the process does reaches a lock. Then it counts as having given up every claim. */
    void fence(int node) {
        if (!sessions.end(node)) {
            return;
        }
        refuse(node);
        log.accept(new ResetEvent(ResetEvent.Kind.FENCED, -1, node, 0, 0));
        rounds.giveUpClaims(node);
    }

    /**
     * The same for a process that lives. It is told, because by its own clock its session has long to go; if the notice
     * is lost, its next renewal is refused. A session that has run out, or whose process is gone, needs no notice.
     */
    void fenceEarly(int node) {
        final LockSessions.Session session = sessions.of(node);
        if (session != null) {
            tellOver(node, session.route, session.number);
            fence(node);
        }
    }

    private void tellOver(int node, long route, long number) {
        endpoint.post(route, notice.compose(RecoveryNotice.REFUSED, node, 0, number).composed(), 0,
            RecoveryNotice.BYTES, NO_SESSION);
    }

    private Gate gate() {
        if (gate == null) {
            throw new LockInvariantViolation("a session without a gate", describe(clock.nanoTime()));
        }
        return gate;
    }

    private void refuse(int node) {
        gate().refuse(node);
    }

    /**
     * Describes the server for operators, and in the message of a violated invariant: all that decides how it goes on,
     * the ages of sessions apart. Equal states have equal texts. Exact only while the server stands still.
     *
     * @param nowNanos the time of the fabric's clock; ages are told as of then, capped at the lease
     * @return the requests that wait, the sessions, and each lock about to be reset
     */
    public String describe(long nowNanos) {
        return (closed ? "closed " : "") + requests + newcomers + sessions.describe() + rounds.describe(nowNanos);
    }

    /** {@return whether the server is about to reset a lock and waits for the answers of processes} */
    public boolean isAsking() {
        return rounds.isAsking();
    }

    /**
     * Does not wait for the acknowledgement: a machine that is silent must not keep the others waiting. What gets lost
     * is repeated, by the server until it has an answer, or else by the process that waits for the notice.
     *
     * @return false if the process is known to be gone, and so has to be fenced
     */
    boolean tell(LockSessions.Session session, RecoveryNotice composed) {
        return endpoint.post(session.route, composed.composed(), 0, RecoveryNotice.BYTES, session.number)
            != SendStatus.NO_SUCH_PEER;
    }

    void tellOrFence(LockSessions.Session session, RecoveryNotice composed) {
        if (!tell(session, composed)) {
            fence(session.node);
        }
    }
}
