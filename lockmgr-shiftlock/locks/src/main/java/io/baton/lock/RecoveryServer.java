package io.baton.lock;

import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The part of a lock server that has a processor: it keeps the sessions of the client processes and resets locks whose
 * holders are dead (§3.6 of the paper; {@code spec/5-recovery.md}).
 *
 * <p>Under policy SESSION a reset needs everybody's consent. The server asks every process to freeze the lock: whoever
 * holds it says so, and the lock stays as it is; otherwise its waiters stand still and nobody there acquires it anew.
 * A process whose session has run out, or that has gone, is fenced: none of its verbs takes effect any more. When each
 * has frozen or is fenced, nobody holds the lock and no verb for it is under way, so that the reset disturbs nobody.
 *
 * <p>Threading: a thread of its own does everything; {@link #close} may be called from any.
 */
public final class RecoveryServer implements AutoCloseable {

    static final CasMasks RESET =
        new CasMasks(0, LockEntry.ALL, LockEntry.ALL & ~LockEntry.EPOCH_MASK, LockEntry.ALL);

    /** The tag of a notice to somebody who has no session; sessions have greater numbers. */
    private static final long NO_SESSION = -1;
    private static final int TICKS_PER_LEASE = 2;

    private final Endpoint endpoint;
    private final NanoClock clock;
    private final @Nullable Gate gate;
    private final int slots;
    private final RecoveryOptions options;
    private final long incarnation;
    private final Consumer<ResetEvent> log;
    private final Sessions sessions = new Sessions();
    private final Int2ObjectHashMap<ResetRound> rounds = new Int2ObjectHashMap<>();
    private final ArrayDeque<Received> requests = new ArrayDeque<>();
    private final ArrayDeque<Received> newcomers = new ArrayDeque<>();
    private final RecoveryNotice notice = new RecoveryNotice();
    private final NoticeHandler intake = this::take;
    private final WordPair entry = new WordPair();
    private long numbers;
    private volatile boolean closed;

    /** What a notice said. */
    record Received(byte kind, int node, long slot, long number, long relCnt, long route, long era) {
    }

    /**
     * Starts to serve.
     *
     * @param fabric the lock server's own view of its memory, with room for {@link
     *     ShiftLockTable#recoverableMemoryBytes}; under policy SESSION with a gate
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
        this.gate = fabric.gate();
        if (gate == null && options.policy() == RecoveryPolicy.SESSION) {
            throw new IllegalArgumentException(
                "this fabric cannot fence a process; serve from the lock server's node, or use policy LEASE");
        }
        this.endpoint = fabric.connect();
        this.clock = fabric.clock();
        this.slots = slots;
        this.options = options;
        this.incarnation = incarnation;
        this.log = log;
        threads.newThread(this::run).start();
    }

    /**
     * Returns where clients send their requests.
     *
     * @return the route
     */
    public long route() {
        return endpoint.route();
    }

    /** Ends the service, soon. Closing twice does nothing. */
    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        while (!closed) {
            endpoint.receive(intake);
            for (Received request = requests.poll(); request != null; request = requests.poll()) {
                serve(request);
            }
            fenceWhoIsGone();
            admitNewcomers();
            expireSessions();
            askAgain();
            endpoint.awaitNotice(clock.nanoTime() + options.leaseNanos() / TICKS_PER_LEASE);
        }
        endpoint.close();
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
            case RecoveryNotice.SUSPECT, RecoveryNotice.FORCE -> suspect(request);
            case RecoveryNotice.FROZEN -> onFrozen(request);
            case RecoveryNotice.HELD -> onHeld(request);
            default -> { }
        }
    }

    // Sessions

    private void admitNewcomers() {
        while (!newcomers.isEmpty()) {
            admit(newcomers.remove());
        }
    }

    /** A word from a life that has had its session, or was followed by another, is late, or comes twice. */
    private void admit(Received hello) {
        final int node = hello.node();
        if (!sessions.isOpen(node, hello.number())) {
            if (!sessions.begins(node, hello.number())) {
                return;
            }
            fence(node);
            Objects.requireNonNull(gate, "a session without a gate").refuse(node);
            gate.admit(node);
            sessions.open(node, ++numbers, hello.number(), hello.route(), clock.nanoTime());
            log.accept(new ResetEvent(ResetEvent.Kind.JOINED, -1, node, 0, 0));
            askNewcomer(node);
        }
        final Sessions.Session session = sessions.of(node);
        if (session == null) {
            // Gone again already.
            return;
        }
        session.heardNanos = clock.nanoTime();
        tell(session, notice.compose(RecoveryNotice.WELCOME, node, hello.slot(), hello.number())
            .relCnt(session.number).era(incarnation));
    }

    /** Whoever is let in during a round has to consent too, and is asked before it knows that it is in. */
    void askNewcomer(int node) {
        for (ResetRound round : new ArrayList<>(rounds.values())) {
            if (sessions.has(node) && rounds.get(round.slot) == round) {
                round.ask(node);
                ask(round, node);
            }
        }
    }

    private void renew(Received request) {
        final Sessions.Session session = sessions.of(request.node());
        if (session == null || session.number != request.number()) {
            endpoint.post(request.route(), notice.compose(RecoveryNotice.REFUSED, request.node(), 0, request.number())
                .composed(), 0, RecoveryNotice.BYTES, NO_SESSION);
            return;
        }
        session.heardNanos = clock.nanoTime();
        tell(session,
            notice.compose(RecoveryNotice.RENEWED, request.node(), request.slot(), request.number()));
    }

    /** A process that has closed its mailbox will not renew its session. */
    private void fenceWhoIsGone() {
        for (long number = endpoint.nextGone(); number != 0; number = endpoint.nextGone()) {
            final int node = sessions.nodeOf(number);
            if (node != Sessions.NOBODY) {
                fence(node);
            }
        }
    }

    void expireSessions() {
        for (int node : sessions.silentFor(options.sessionNanos(), clock.nanoTime())) {
            fence(node);
        }
    }

    /** From here on nothing that the process does reaches a lock. Then it counts as having given up every claim. */
    private void fence(int node) {
        if (!sessions.end(node)) {
            return;
        }
        refuse(node);
        log.accept(new ResetEvent(ResetEvent.Kind.FENCED, -1, node, 0, 0));
        giveUpClaims(node);
    }

    void refuse(int node) {
        Objects.requireNonNull(gate, "a session without a gate").refuse(node);
    }

    void giveUpClaims(int node) {
        for (ResetRound round : new ArrayList<>(rounds.values())) {
            round.answered(node);
            finishIfComplete(round);
        }
    }

    // Requests

    /**
     * R4: the request names what was seen, and anything else is left alone. What the rest of the entry says is no
     * reason to refuse: who waits at a free lock has been forgotten, and needs the reset as much.
     */
    private void suspect(Received request) {
        final int slot = (int) request.slot();
        if (Integer.compareUnsigned(slot, slots) >= 0) {
            return;
        }
        final ResetRound.Asker asker = new ResetRound.Asker(request.route(), request.number());
        final ResetRound running = rounds.get(slot);
        final boolean forced = request.kind() == RecoveryNotice.FORCE;
        if (running != null) {
            running.addAsker(asker);
            running.forced |= forced;
            return;
        }
        final long relCnt = endpoint.readWord(LockEntry.address(slot) + LockEntry.REL_CNT_OFFSET);
        if (endpoint.readWord(Eras.address(slot, slots)) != request.era() || relCnt != request.relCnt()) {
            answer(asker, slot, RecoveryVerdict.STALE);
            return;
        }
        final ResetRound round = new ResetRound(slot, ++numbers, request.relCnt());
        round.addAsker(asker);
        round.forced = forced;
        rounds.put(slot, round);
        if (options.policy() == RecoveryPolicy.SESSION) {
            askAll(round);
        }
        finishIfComplete(round);
    }

    void askAll(ResetRound round) {
        for (int node : sessions.nodes()) {
            round.ask(node);
        }
        ask(round);
    }

    /** Asks those who have not answered; again and again, because an answer may be lost. */
    private void ask(ResetRound round) {
        round.askedNanos = clock.nanoTime();
        for (int node : round.asked().toIntArray()) {
            if (round.awaits(node)) {
                ask(round, node);
            }
        }
    }

    private void ask(ResetRound round, int node) {
        final Sessions.Session session = sessions.of(node);
        if (session != null && !tell(session, notice.compose(RecoveryNotice.FREEZE, node, round.slot, round.number)
            .relCnt(round.relCnt).era(session.number))) {
            fence(node);
        }
    }

    private void askAgain() {
        for (ResetRound round : new ArrayList<>(rounds.values())) {
            if (clock.nanoTime() - round.askedNanos >= options.leaseNanos()) {
                ask(round);
            }
        }
    }

    /** The process has not heard of the end. */
    void repeatEnd(Received answer) {
        final int slot = (int) answer.slot();
        final long relCnt = endpoint.readWord(LockEntry.address(slot) + LockEntry.REL_CNT_OFFSET);
        final byte kind = LockEntry.sameGeneration(relCnt, answer.relCnt())
            ? RecoveryNotice.THAW : RecoveryNotice.WAS_RESET;
        final Sessions.Session session = sessions.of(answer.node());
        if (session != null) {
            tell(session, notice.compose(kind, answer.node(), slot, answer.number()));
        }
    }

    boolean isComplete(ResetRound round) {
        return round.isComplete();
    }

    private @Nullable ResetRound roundOf(Received answer) {
        final int slot = (int) answer.slot();
        final ResetRound round = rounds.get(slot);
        final Sessions.Session session = sessions.of(answer.node());
        if (session == null || session.number != answer.era()) {
            return null;
        }
        if (round == null || round.number != answer.number()) {
            repeatEnd(answer);
            return null;
        }
        return round;
    }

    void onFrozen(Received answer) {
        final ResetRound round = roundOf(answer);
        if (round != null) {
            round.answered(answer.node());
            finishIfComplete(round);
        }
    }

    void onHeld(Received answer) {
        final ResetRound round = roundOf(answer);
        if (round != null && round.forced) {
            fence(answer.node());
        } else if (round != null) {
            end(round, RecoveryVerdict.ALIVE);
        }
    }

    void finishIfComplete(ResetRound round) {
        if (isComplete(round) && rounds.get(round.slot) == round) {
            end(round, reset(round) ? RecoveryVerdict.RESET : RecoveryVerdict.STALE);
        }
    }

    /**
     * Through the same atomic path as the clients' verbs. Keeps Epoch, so that no flip is seen that was none, clears
     * the rest, and begins a new generation.
     */
    private boolean reset(ResetRound round) {
        final boolean done = endpoint.extCas(LockEntry.address(round.slot), cleared(),
            0, round.relCnt, 0, next(round.relCnt), entry);
        if (done) {
            log.accept(new ResetEvent(ResetEvent.Kind.RESET, round.slot, 0, entry.high(), entry.low()));
            endpoint.faa(Eras.address(round.slot, slots), 1);
        }
        return done;
    }

    CasMasks cleared() {
        return RESET;
    }

    long next(long relCnt) {
        return LockEntry.nextGeneration(relCnt);
    }

    private void end(ResetRound round, RecoveryVerdict verdict) {
        rounds.remove(round.slot);
        final byte kind = verdict == RecoveryVerdict.RESET ? RecoveryNotice.WAS_RESET : RecoveryNotice.THAW;
        for (int node : round.asked()) {
            final Sessions.Session session = sessions.of(node);
            if (session != null && !tell(session, notice.compose(kind, node, round.slot, round.number))) {
                fence(node);
            }
        }
        for (ResetRound.Asker asker : round.askers()) {
            answer(asker, round.slot, verdict);
        }
    }

    /** All that decides how it goes on, the ages of sessions apart; see {@link LockProbe}. */
    String digest(long nowNanos) {
        final StringBuilder text = new StringBuilder().append(numbers).append(closed ? " closed " : " ")
            .append(requests).append(newcomers).append(sessions.digest());
        rounds.forEach((slot, round) -> text.append(" [").append(round.digest()).append(" asked ")
            .append(Math.min(nowNanos - round.askedNanos, options.leaseNanos())).append(']'));
        return text.toString();
    }

    /** Whether it waits for answers. */
    boolean isAsking() {
        return !rounds.isEmpty();
    }

    private void answer(ResetRound.Asker asker, int slot, RecoveryVerdict verdict) {
        if (asker.route() != Route.NONE) {
            endpoint.post(asker.route(), notice.compose(RecoveryNotice.VERDICT, 0, slot, asker.attempt())
                .verdict(verdict).composed(), 0, RecoveryNotice.BYTES, NO_SESSION);
        }
    }

    /**
     * Does not wait for the acknowledgement: a machine that is silent must not keep the others waiting. What gets lost
     * is repeated, by the server until it has an answer, or else by whoever waits for the notice.
     *
     * @return false if the process is known to be gone
     */
    private boolean tell(Sessions.Session session, RecoveryNotice composed) {
        return endpoint.post(session.route, composed.composed(), 0, RecoveryNotice.BYTES, session.number)
            != SendStatus.NO_SUCH_PEER;
    }
}
