package io.baton.trial;

import io.baton.lock.FencingToken;
import io.baton.lock.LockMode;
import io.baton.lock.server.ResetEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the data that the locks guard, and judges them: a client that enters a critical section shows its token.
 * <ul>
 * <li>Tokens only grow: a writer's is greater than every one before, a reader's than every writer's. Where locks are
 *     not recovered there are none, and what stands for them need not grow.
 * <li>Within a generation a writer is alone.
 * <li>No more writers in a row than the threshold allows.
 * <li>A token of an older generation than the newest seen is refused. That may happen only to a process that was
 *     fenced, has crashed or lost its connection: nobody else loses a lock.
 * </ul>
 */
final class TokenRegistry {

    /** Who holds a lock. */
    record Holder(ProcessLife life, String client, long route, LockMode mode, FencingToken token) {
    }

    /** What is known of one lock. */
    private static final class Guarded {

        @Nullable
        FencingToken newest;
        @Nullable
        FencingToken newestWriter;
        final List<Holder> holders = new ArrayList<>();
    }

    private final Guarded[] locks;
    private final int threshold;
    private final boolean grows;
    private final QueueJudge queues;
    private long grants;
    private long refusals;
    private long resets;

    TokenRegistry(CampaignPlan plan, QueueJudge queues) {
        this.threshold = plan.options().threshold();
        this.grows = plan.recovered();
        this.queues = queues;
        locks = new Guarded[plan.locksEach()];
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new Guarded();
        }
    }

    /**
     * A client enters its critical section.
     *
     * @return whether its token is accepted
     */
    boolean enter(int lock, Holder holder) {
        final Guarded guarded = locks[lock];
        queues.granted(lock, holder.route(), holder.mode(), holder.token());
        if (!accepts(guarded, lock, holder)) {
            return false;
        }
        grants++;
        if (holder.token().turn() > threshold) {
            throw new BrokenPromise("lock " + lock + ": " + holder + " is one more writer in a row than " + threshold);
        }
        if (grows) {
            checkGrowth(guarded, lock, holder);
        }
        checkAlone(guarded, lock, holder);
        guarded.holders.add(holder);
        guarded.newest = max(guarded.newest, holder.token());
        if (holder.mode() == LockMode.EXCLUSIVE) {
            guarded.newestWriter = max(guarded.newestWriter, holder.token());
        }
        return true;
    }

    /** A client has got a lock, and does nothing with it. */
    void passBy(int lock, Holder holder) {
        queues.granted(lock, holder.route(), holder.mode(), holder.token());
    }

    /** A client does something in its critical section. */
    boolean touch(int lock, Holder holder) {
        return accepts(locks[lock], lock, holder);
    }

    void leave(int lock, Holder holder) {
        locks[lock].holders.remove(holder);
    }

    /** A reader has become the writer. */
    void upgrade(int lock, Holder reader, Holder writer) {
        leave(lock, reader);
        enter(lock, writer);
    }

    /** The lock server has reset a lock. */
    void reset(ResetEvent event) {
        resets++;
        for (Holder holder : locks[event.slot()].holders) {
            if (holder.life().isAlive()) {
                throw new BrokenPromise("lock " + event.slot() + " was reset under " + holder
                    + ", whose session lives: " + event);
            }
        }
    }

    private boolean accepts(Guarded guarded, int lock, Holder holder) {
        final FencingToken newest = guarded.newest;
        if (newest == null || newest.sameGeneration(holder.token()) || holder.token().compareTo(newest) > 0) {
            return true;
        }
        refusals++;
        if (holder.life().isAlive()) {
            throw new BrokenPromise("lock " + lock + ": " + holder + " lives, but its token is older than " + newest);
        }
        return false;
    }

    private void checkGrowth(Guarded guarded, int lock, Holder holder) {
        final FencingToken before = holder.mode() == LockMode.EXCLUSIVE ? guarded.newest : guarded.newestWriter;
        if (before != null && holder.token().compareTo(before) <= 0) {
            throw new BrokenPromise("lock " + lock + ": the token of " + holder + " is not greater than " + before);
        }
    }

    private void checkAlone(Guarded guarded, int lock, Holder holder) {
        for (Holder other : guarded.holders) {
            final boolean exclusive = holder.mode() == LockMode.EXCLUSIVE || other.mode() == LockMode.EXCLUSIVE;
            if (exclusive && (other.token().sameGeneration(holder.token()) || other.life().isAlive())) {
                throw new BrokenPromise("lock " + lock + " has two holders: " + other + " and " + holder);
            }
        }
        guarded.holders.removeIf(other -> !other.token().sameGeneration(holder.token()));
    }

    private static FencingToken max(@Nullable FencingToken one, FencingToken other) {
        return one == null || one.compareTo(other) < 0 ? other : one;
    }

    long grants() {
        return grants;
    }

    long refusals() {
        return refusals;
    }

    long resets() {
        return resets;
    }
}
