package io.baton.lock.server;

import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.WordPair;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.entry.Eras;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.lock.entry.RecoveryVerdict;
import java.util.ArrayList;
import java.util.function.Consumer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The locks that a lock server is about to reset, a {@link ResetRound} each: asks every process for its consent, and
 * resets a lock when each has given it or is fenced. Used by the server's thread only.
 */
final class ResetRounds {

    private static final CasMasks RESET =
        new CasMasks(0, LockEntry.ALL, LockEntry.ALL & ~LockEntry.EPOCH_MASK, LockEntry.ALL);

    private final RecoveryServer server;
    private final Endpoint endpoint;
    private final NanoClock clock;
    private final int slots;
    private final RecoveryOptions options;
    private final LockSessions sessions;
    private final Consumer<ResetEvent> log;
    private final Int2ObjectHashMap<ResetRound> rounds = new Int2ObjectHashMap<>();
    private final RecoveryNotice notice = new RecoveryNotice();
    private final WordPair entry = new WordPair();

    ResetRounds(RecoveryServer server, Endpoint endpoint, NanoClock clock, int slots, RecoveryOptions options,
            LockSessions sessions, Consumer<ResetEvent> log) {
        this.server = server;
        this.endpoint = endpoint;
        this.clock = clock;
        this.slots = slots;
        this.options = options;
        this.sessions = sessions;
        this.log = log;
    }

    /**
     * R4: the request names what was seen, and anything else is left alone. What the rest of the entry says is no
     * reason to refuse: a client that waits at a free lock was forgotten, and needs the reset as much.
     */
    void suspect(RecoveryServer.Received request) {
        if (!isLock(request.slot())) {
            return;
        }
        final int slot = (int) request.slot();
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
        final ResetRound round = new ResetRound(slot, sessions.nextNumber(), request.relCnt());
        round.addAsker(asker);
        round.forced = forced;
        rounds.put(slot, round);
        if (options.policy() == RecoveryPolicy.SESSION) {
            askAll(round);
        }
        finishIfComplete(round);
    }

    /** What a process names may be anything. */
    private boolean isLock(long slot) {
        return slot >= 0 && slot < slots;
    }

    private void askAll(ResetRound round) {
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
        final LockSessions.Session session = sessions.of(node);
        if (session != null) {
            server.tellOrFence(session, notice.compose(RecoveryNotice.FREEZE, node, round.slot, round.number)
                .relCnt(round.relCnt).era(session.number));
        }
    }

    void askAgain() {
        for (ResetRound round : new ArrayList<>(rounds.values())) {
            if (clock.nanoTime() - round.askedNanos >= options.leaseNanos()) {
                ask(round);
            }
        }
    }

    /** The process has not heard of the end. */
    private void repeatEnd(RecoveryServer.Received answer) {
        final int slot = (int) answer.slot();
        final long relCnt = endpoint.readWord(LockEntry.address(slot) + LockEntry.REL_CNT_OFFSET);
        final byte kind = LockEntry.sameGeneration(relCnt, answer.relCnt())
            ? RecoveryNotice.THAW : RecoveryNotice.WAS_RESET;
        final LockSessions.Session session = sessions.of(answer.node());
        if (session != null) {
            server.tellOrFence(session, notice.compose(kind, answer.node(), slot, answer.number()));
        }
    }

    private @Nullable ResetRound roundOf(RecoveryServer.Received answer) {
        final LockSessions.Session session = sessions.of(answer.node());
        if (session == null || session.number != answer.era() || !isLock(answer.slot())) {
            return null;
        }
        final ResetRound round = rounds.get((int) answer.slot());
        if (round == null || round.number != answer.number()) {
            repeatEnd(answer);
            return null;
        }
        return round;
    }

    void onFrozen(RecoveryServer.Received answer) {
        final ResetRound round = roundOf(answer);
        if (round != null) {
            round.answered(answer.node());
            finishIfComplete(round);
        }
    }

    void onHeld(RecoveryServer.Received answer) {
        final ResetRound round = roundOf(answer);
        if (round != null && round.forced) {
            server.fenceEarly(answer.node());
        } else if (round != null) {
            end(round, RecoveryVerdict.ALIVE);
        }
    }

    private void finishIfComplete(ResetRound round) {
        if (round.isComplete() && rounds.get(round.slot) == round) {
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

    /** All but Epoch. */
    private static CasMasks cleared() {
        return RESET;
    }

    private static long next(long relCnt) {
        return LockEntry.nextGeneration(relCnt);
    }

    private void end(ResetRound round, RecoveryVerdict verdict) {
        rounds.remove(round.slot);
        final byte kind = verdict == RecoveryVerdict.RESET ? RecoveryNotice.WAS_RESET : RecoveryNotice.THAW;
        for (int node : round.asked()) {
            final LockSessions.Session session = sessions.of(node);
            if (session != null) {
                server.tellOrFence(session, notice.compose(kind, node, round.slot, round.number));
            }
        }
        for (ResetRound.Asker asker : round.askers()) {
            answer(asker, round.slot, verdict);
        }
    }

    /** A process let in during a round has to consent too, and is asked before it knows that it is in. */
    void askNewcomer(int node) {
        for (ResetRound round : new ArrayList<>(rounds.values())) {
            if (sessions.has(node) && rounds.get(round.slot) == round) {
                round.ask(node);
                ask(round, node);
            }
        }
    }

    /** A process that is fenced holds nothing any more: it need not answer. */
    void giveUpClaims(int node) {
        for (ResetRound round : new ArrayList<>(rounds.values())) {
            round.answered(node);
            finishIfComplete(round);
        }
    }

    private void answer(ResetRound.Asker asker, int slot, RecoveryVerdict verdict) {
        if (asker.route() != Route.NONE) {
            endpoint.post(asker.route(), notice.compose(RecoveryNotice.VERDICT, 0, slot, asker.attempt())
                .verdict(verdict).composed(), 0, RecoveryNotice.BYTES, RecoveryServer.NO_SESSION);
        }
    }

    boolean isAsking() {
        return !rounds.isEmpty();
    }

    /** The rounds, with times as seen from now. */
    String describe(long nowNanos) {
        final StringBuilder text = new StringBuilder();
        rounds.forEach((slot, round) -> text.append(" [").append(round.describe()).append(" asked ")
            .append(Math.min(nowNanos - round.askedNanos, options.leaseNanos())).append(']'));
        return text.toString();
    }
}
