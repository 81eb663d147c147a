package io.baton.explore.lock;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.StateView;
import io.baton.lock.FencingToken;
import io.baton.lock.LockMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the data that one lock guards, and judges the tokens of the clients that enter:
 * <ul>
 * <li>a writer is alone among all whose tokens are accepted: those of its generation, and those of processes that live;
 * <li>a writer's token is greater than every one before, a reader's than every writer's;
 * <li>a token that is too old is refused, which happens to no process that lives;
 * <li>a lock is not reset under a holder whose process lives.
 * </ul>
 */
final class TokenJudge {

    /** Who is there. */
    record Holder(int client, int node, LockMode mode, FencingToken token) {
    }

    private final int slot;
    private final List<Holder> holders = new ArrayList<>();
    private @Nullable FencingToken newest;
    private @Nullable FencingToken newestWriter;
    /** 0 if it has changed since it was asked. */
    private long digest;

    TokenJudge(int slot) {
        this.slot = slot;
    }

    TokenJudge copy() {
        final TokenJudge copy = new TokenJudge(slot);
        copy.holders.addAll(holders);
        copy.newest = newest;
        copy.newestWriter = newestWriter;
        copy.digest = digest;
        return copy;
    }

    private static boolean lives(int node, StateView view) {
        return !view.isRefused(node) && !view.isCrashed(node);
    }

    /**
     * A client enters that believes to have the lock.
     *
     * @return what is wrong, or null
     */
    @Nullable
    String enter(Holder holder, StateView view) {
        final FencingToken seen = newest;
        final FencingToken token = holder.token();
        if (seen != null && !seen.sameGeneration(token) && token.compareTo(seen) < 0) {
            return lives(holder.node(), view) ? wrong(holder, "lives, but its token is older than " + seen) : null;
        }
        final boolean writes = holder.mode() == LockMode.EXCLUSIVE;
        final FencingToken before = writes ? newest : newestWriter;
        if (before != null && token.compareTo(before) <= 0) {
            return wrong(holder, "has a token that is not greater than " + before);
        }
        for (Holder other : holders) {
            if ((writes || other.mode() == LockMode.EXCLUSIVE)
                && (other.token().sameGeneration(token) || lives(other.node(), view))) {
                return wrong(holder, "gets in beside " + other);
            }
        }
        digest = 0;
        holders.add(holder);
        newest = seen == null || seen.compareTo(token) < 0 ? token : seen;
        newestWriter = writes ? token : newestWriter;
        return null;
    }

    void leave(Predicate<Holder> leaving) {
        digest = 0;
        holders.removeIf(leaving);
    }

    /**
     * The lock server has reset the lock.
     *
     * @return what is wrong, or null
     */
    @Nullable
    String reset(StateView view) {
        for (Holder holder : holders) {
            if (lives(holder.node(), view)) {
                return wrong(holder, "lives, and the lock was reset under it");
            }
        }
        return null;
    }

    private String wrong(Holder holder, String what) {
        return "lock " + slot + ": " + holder + " " + what;
    }

    long digest() {
        if (digest == 0) {
            long hash = mix(mix(holders.size(), newest), newestWriter);
            for (Holder holder : holders) {
                hash = mix(Digests.mix(hash, holder.client() * 2L + (holder.mode() == LockMode.SHARED ? 1 : 0)),
                    holder.token());
            }
            digest = hash;
        }
        return digest;
    }

    private static long mix(long hash, @Nullable FencingToken token) {
        return token == null ? Digests.mix(hash, -1)
            : Digests.mix(Digests.mix(Digests.mix(Digests.mix(Digests.mix(hash, token.incarnation()),
                token.generation()), token.releases()), token.turn()), token.local());
    }
}
