package io.baton.explore.bug;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.lock.entry.LockEntry;
import org.agrona.collections.Long2LongHashMap;

/** Mistakes of clients under recovery, of their agents, and of the lock server. */
final class RecoveryHooks {

    /** Stands for no route: under it a lock remembers for which attempt it has asked. */
    private static final long ASKED = -1;
    private static final long RETRY_NANOS = 1_000;
    private static final long FOR_EVER_NANOS = 1L << 60;

    private RecoveryHooks() {
    }

    static void asksOnce(LockViews.Recoverable lock, LockViews.Hold hold, long answerTo) {
        final Long2LongHashMap memory = lock.successors();
        // Plus one, because there may be an attempt 0, and the map has no value 0.
        if (memory.get(ASKED) != hold.attempt() + 1) {
            memory.put(ASKED, hold.attempt() + 1);
            lock.ask(hold, answerTo);
        }
    }

    static void trustsForEver(LockViews.Recoverable lock, LockViews.Hold hold, Object verdict) {
        if (verdict.toString().equals("ALIVE")) {
            hold.lookNanos(hold.lookNanos() + FOR_EVER_NANOS);
        }
    }

    static long isNeverWoken(long until, LockViews.Recoverable lock, LockViews.Hold hold) {
        return hold.freeze() == null ? until : Endpoint.NO_DEADLINE;
    }

    static boolean noticesNoLoss(boolean lost, LockViews.Client client) {
        if (lost) {
            client.backOff(RETRY_NANOS);
        }
        return false;
    }

    static boolean forgetsReaders(LockViews.Client client, LockViews.Hold hold, LockViews.Freeze freeze) {
        return !hold.is("HOLDS_SHARED") && client.freeze(hold, freeze);
    }

    static boolean answersThoughBusy(boolean idle, LockViews.Client client, LockViews.Freeze freeze) {
        if (!idle) {
            freeze.answered(client, false);
        }
        return true;
    }

    static boolean firstAnswerDecides(boolean complete, LockViews.Round round) {
        return complete || round.asked().stream().anyMatch(node -> !round.awaits(node));
    }

    static boolean sparesTheLiving(LockViews.Rounds rounds, LockViews.Round round) {
        final long writer = LockEntry.tail(rounds.endpoint().readWord(LockEntry.address(round.slot())));
        return (writer == Route.NONE || !rounds.sessions().has(Route.node(writer))) && rounds.reset(round);
    }

    static void refusesLast(LockViews.Server server, int node) {
        server.refuse(node);
    }

    static long keepsGeneration(long relCnt) {
        return Masks.generation(relCnt);
    }
}
