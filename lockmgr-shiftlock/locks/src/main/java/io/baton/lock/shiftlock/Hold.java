package io.baton.lock.shiftlock;

import io.baton.fabric.Route;
import io.baton.lock.LockMode;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.Freeze;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.Turn;
import org.jspecify.annotations.Nullable;

/**
 * A client's side of one lock: the counterpart of the queue node in an MCS lock. It holds everything that the
 * protocol remembers between two verbs. Pooled by its client; a notice that answers it names its {@link #attempt}.
 */
@SuppressWarnings("EnumOrdinal") // The state is kept as a number; see its field.
final class Hold extends Turn {

    private static final HoldState[] STATES = HoldState.values();

    /** Its place in the client's pool. */
    final int index;

    /** Its place in the client's {@link Holds}, and in their table. */
    int position;
    int at;
    /** The ordinal of its state: a number, because storing a reference costs more than the rest of a step. */
    private int state;
    /**
     * Names one acquisition of one client that had to queue, and is never used twice; 0 as long as no notice can
     * answer it.
     */
    long attempt;
    /** How often the client has acquired the lock again without releasing it. */
    int reacquisitions;
    /** Whether the client has gone and does not want the lock when its turn comes. */
    boolean ghost;

    /**
     * The client that this one has found in front of it, as long as it is worth a nudge, to see whether it is still
     * there.
     */
    long ahead;
    /** The same for a reader, as long as it has not asked that client for what it may be keeping. */
    long keeper;
    /** Whether it has not waited long enough yet to trouble others. */
    boolean patient;

    /** Whether the process keeps the lock, and this is a hold among its clients only. */
    boolean local;
    /** Which of the local grants of the kept lock it is, as its token says. */
    long grant;
    /** Whether it waits in the process only, and has no place in the entry yet. */
    boolean here;
    /** Whether it waits or holds for other clients of its process too, which wait behind it. */
    boolean leads;
    /** Which of them gets the lock from it, once that is decided. */
    @Nullable
    LocalWait heir;

    /** The lock server's request to reset the lock, for which the client has agreed to stand still. */
    @Nullable
    Freeze freeze;
    /** Whether {@link #lookNanos} is set: the client waits, and looks now and then whether the lock moves. */
    boolean watched;
    /** When to look next. */
    long lookNanos;
    /** How many looks in a row have found the same RelCnt, and what they and the first have found. */
    int looks;
    long watchedRelCnt;
    long watchedEra;
    /** Whether the lock server has been asked for recovery since the era was read. */
    boolean asked;
    /** Whether a notice could not be delivered, so that there is no need to look long. */
    boolean suspect;

    Hold(int index) {
        this.index = index;
    }

    HoldState state() {
        return STATES[state];
    }

    void state(HoldState newState) {
        state = newState.ordinal();
    }

    boolean is(HoldState wanted) {
        return state == wanted.ordinal();
    }

    /** Back to what a hold is before it is used. Most of it is so already, and what is not stored costs nothing. */
    void forget() {
        state = 0;
        if (reacquisitions != 0) {
            reacquisitions = 0;
        }
        if (attempt != 0 || successor != Route.NONE) {
            attempt = 0;
            consWrt = 1;
            successor = Route.NONE;
            successorAttempt = 0;
            unwatch();
        }
        if (freeze != null) {
            freeze = null;
        }
    }

    /** Has nothing to do with other clients of the process any more. */
    void leaveProcess() {
        local = false;
        here = false;
        leads = false;
        heir = null;
        freeze = null;
    }

    /**
     * The lock server asks the client to stand still. An attempt that an earlier round has made void stays so: its
     * client has only not looked yet. One of a later generation is not meant: the server's word is old, and comes
     * late or twice.
     *
     * @return whether the lock is held, so that nothing stands still
     */
    boolean freezes(Freeze asked) {
        final Freeze before = freeze;
        if ((before != null && before.outcome() == Freeze.Outcome.RESET)
            || !LockEntry.sameGeneration(relCnt, asked.relCnt())) {
            return false;
        }
        if (isHeld()) {
            return true;
        }
        freeze = asked;
        return false;
    }

    void unwatch() {
        watched = false;
        looks = 0;
        suspect = false;
        asked = false;
        ahead = Route.NONE;
    }

    boolean isWriter() {
        return !is(HoldState.IDLE) && !is(HoldState.WAITS_FOR_EPOCH) && !is(HoldState.HOLDS_SHARED);
    }

    /** Whether its turn is over as soon as it knows its successor. */
    boolean awaitsSuccessor() {
        return is(HoldState.RELEASES_TO_SUCCESSOR) || is(HoldState.LEAVES_TO_SUCCESSOR);
    }

    /** In which mode it is held; it must be. */
    LockMode mode() {
        return is(HoldState.HOLDS_SHARED) ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }

    boolean isHeld() {
        return is(HoldState.HOLDS_SHARED) || is(HoldState.HOLDS_EXCLUSIVE);
    }

    /** All that it remembers, with times as seen from now; a look that is more than a lease late is only late. */
    String describe(long nowNanos, long leaseNanos) {
        return index + " " + this + "/" + successorAttempt + " again=" + reacquisitions
            + " ahead=" + Route.toString(ahead) + (asked ? " asked" : "")
            + (watched && freeze == null ? " looks=" + looks + " of " + watchedRelCnt + "/" + watchedEra + " next in "
                + Math.max(lookNanos - nowNanos, -leaseNanos - 1) : watched ? " watched" : "")
            + (suspect ? " suspect" : "") + (freeze == null ? "" : " frozen by " + freeze.describe());
    }

    /** What an idle hold has left of the attempt before is never read, and overwritten by the first verb. */
    @Override
    public String toString() {
        if (is(HoldState.IDLE)) {
            return "slot=" + slot + " IDLE" + (ghost ? " ghost" : "") + " attempt=" + attempt;
        }
        return "slot=" + slot + " " + state() + (ghost ? " ghost" : "") + " attempt=" + attempt
            + " relCnt=" + LockEntry.count(relCnt) + " epoch=" + epoch
            + " consWrt=" + consWrt + " successor=" + Route.toString(successor) + (here ? " here" : "")
            + (local ? " local" : "") + (local && grant != 0 ? "/" + grant : "")
            + (leads ? " leads" : "") + (heir == null ? "" : " heir=" + Route.toString(heir.route()))
            + (ahead == Route.NONE ? "" : " ahead=" + Route.toString(ahead))
            + (keeper == Route.NONE ? "" : " keeper=" + Route.toString(keeper) + (patient ? " patient" : ""));
    }
}
