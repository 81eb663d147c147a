package io.baton.lock;

import io.baton.fabric.CasMasks;
import io.baton.fabric.Fabric;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/** A lock server with planted bugs. */
final class FaultyRecoveryServer extends RecoveryServer {

    private static final CasMasks RESET_BUT_READERS = new CasMasks(
        0, LockEntry.ALL, LockEntry.ALL & ~LockEntry.EPOCH_MASK & ~LockEntry.READERS_MASK, LockEntry.ALL);
    private static final CasMasks RESET_BUT_TAIL = new CasMasks(
        0, LockEntry.ALL, LockEntry.ALL & ~LockEntry.EPOCH_MASK & ~LockEntry.TAIL_MASK, LockEntry.ALL);

    private final Set<PlantedBug> bugs;

    FaultyRecoveryServer(Fabric fabric, int slots, RecoveryOptions options, long incarnation, ThreadFactory threads,
            Consumer<ResetEvent> log, Set<PlantedBug> bugs) {
        this.bugs = bugs;
        super(fabric, slots, options, incarnation, threads, log);
    }

    private boolean has(PlantedBug bug) {
        return bugs.contains(bug);
    }

    @Override
    void askNewcomer(int node) {
        if (!has(PlantedBug.NEWCOMER_NOT_ASKED)) {
            super.askNewcomer(node);
        }
    }

    @Override
    void expireSessions() {
        if (!has(PlantedBug.SESSION_NEVER_ENDS)) {
            super.expireSessions();
        }
    }

    @Override
    void refuse(int node) {
        if (!has(PlantedBug.FENCE_WITHOUT_GATE) && !has(PlantedBug.FENCE_AFTER_RESET)) {
            super.refuse(node);
        }
    }

    @Override
    void giveUpClaims(int node) {
        if (!has(PlantedBug.FENCED_STILL_AWAITED)) {
            super.giveUpClaims(node);
        }
        if (has(PlantedBug.FENCE_AFTER_RESET)) {
            super.refuse(node);
        }
    }

    @Override
    void askAll(ResetRound round) {
        if (!has(PlantedBug.ASKS_NOBODY)) {
            super.askAll(round);
        }
    }

    @Override
    boolean isComplete(ResetRound round) {
        return super.isComplete(round)
            || (has(PlantedBug.FIRST_ANSWER_DECIDES)
                && round.asked().stream().anyMatch(node -> !round.awaits(node)));
    }

    @Override
    void onHeld(Received answer) {
        if (has(PlantedBug.HELD_TAKEN_FOR_FROZEN)) {
            onFrozen(answer);
        } else {
            super.onHeld(answer);
        }
    }

    @Override
    void repeatEnd(Received answer) {
        if (!has(PlantedBug.END_NOT_REPEATED)) {
            super.repeatEnd(answer);
        }
    }

    @Override
    CasMasks cleared() {
        if (has(PlantedBug.RESET_KEEPS_READERS)) {
            return RESET_BUT_READERS;
        }
        return has(PlantedBug.RESET_KEEPS_TAIL) ? RESET_BUT_TAIL : super.cleared();
    }

    @Override
    long next(long relCnt) {
        return has(PlantedBug.GENERATION_KEPT) ? relCnt & LockEntry.GENERATION_MASK : super.next(relCnt);
    }
}
