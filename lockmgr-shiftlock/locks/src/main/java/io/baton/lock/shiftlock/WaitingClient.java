package io.baton.lock.shiftlock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockOutcome;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The part of a client that waits: with its endpoint and its mailbox, and with the ghosts that it has left in queues,
 * for which the {@link GhostAgent} acts while the client is busy elsewhere.
 */
abstract class WaitingClient implements Waiting {

    /** How often a client with ghosts looks after them while it waits, and the agent after those with readers. */
    static final long GHOST_ROUND_NANOS = 1_000_000;

    final ShiftLockTable table;
    final Endpoint endpoint;
    final NanoClock clock;
    final LockCounters counters;
    final ShiftLock lock;
    final Holds holds = new Holds();
    final Ghosts ghosts = new Ghosts();
    private final Inbox inbox;
    /** Never rung: only passes time. */
    private final Doorbell pause;
    /** Whether this client has the latch, in the middle of an operation. */
    boolean latched;
    /** Whether notices were received in the middle of a step, so that a wait for one must look first. */
    private boolean noticed;
    boolean closed;
    /** The agent's own: the client that it looks after next. */
    @Nullable
    WaitingClient nextTended;
    BooleanSupplier cancelled = () -> false;
    /** What the last question whether a wait is cancelled has thrown, until a request throws it. */
    private @Nullable RuntimeException failure;
    /** Whether an agent asks this client what it holds, so that it takes its latch even without ghosts. */
    private final boolean asked;

    WaitingClient(ShiftLockTable table, Endpoint endpoint) {
        final Recovery recovery = table.recovery();
        this.table = table;
        this.endpoint = endpoint;
        this.clock = table.fabric().clock();
        this.pause = table.fabric().doorbell();
        this.counters = new LockCounters(endpoint.counters());
        this.lock = table.protocol(endpoint, this, holds, counters);
        this.inbox = new Inbox(lock, ghosts);
        this.asked = recovery != null && recovery.session() != null;
    }

    // The latch

    /** Begins an operation: takes the latch if others act for this client. */
    void latchIfShared() {
        if (asked || ghosts.any()) {
            latch();
            latched = true;
        }
    }

    /** Ends an operation. */
    void exit() {
        if (latched) {
            progressGhosts();
            latched = false;
            final boolean tended = ghosts.any();
            ghosts.latch.unlock();
            if (tended || !asked) {
                table.agent().ring();
            }
        }
    }

    void latch() {
        ghosts.latch(pause, clock);
    }

    /** Leaves a place in a queue to the agent; the hold is this client's no more. */
    void leaveGhost(Hold hold) {
        counters.count(LockCounter.GHOSTS);
        if (!latched) {
            latch();
            latched = true;
        }
        ghosts.add(hold);
        table.agent().adopt(this);
    }

    // Ghosts: called under the latch, by the client or by the agent

    /**
     * One round of the agent, which forgets the client, still under its latch, when the last ghost is gone. Without
     * ghosts the client does not take the latch, and its mailbox is its own.
     *
     * @return whether a ghost waits for readers, which no notice will announce
     */
    boolean tend(Consumer<WaitingClient> forget) {
        if (!ghosts.tryLatch()) {
            return false;
        }
        try {
            if (ghosts.any()) {
                drain();
                progressGhosts();
                attend();
            }
            if (!ghosts.any()) {
                endpoint.listener(null);
                forget.accept(this);
                if (closed) {
                    leave();
                }
            }
            return mustTendSoon();
        } finally {
            ghosts.latch.unlock();
        }
    }

    /** Returns whether a ghost is gone. */
    boolean progressGhosts() {
        final int before = ghosts.size();
        for (int i = ghosts.size() - 1; i >= 0; i--) {
            final Hold ghost = ghosts.get(i);
            if (isOver(ghost)) {
                ghosts.remove(ghost);
                ghost.ghost = false;
                holds.retire(ghost);
            }
        }
        return ghosts.size() < before;
    }

    /** Whether a ghost waits for what no notice will announce. */
    boolean mustTendSoon() {
        return ghosts.anyWaitsForReaders();
    }

    /** Ends a ghost's turn if it has come. */
    boolean isOver(Hold ghost) {
        return !ghost.is(HoldState.WAITS_FOR_TURN) && lock.tryEndTurn(ghost);
    }

    /** Frees what the client has, after its last ghost is gone. */
    void leave() {
        endpoint.close();
    }

    /** Answers the session, if it asks what this client holds; called in waits, and by the agent. */
    void attend() {
    }

    /** Keeps the latch: the notice that the client waits for must not be taken by the agent. */
    @Override
    public void awaitNotice(long deadlineNanos) {
        if (noticed || (latched && progressGhosts())) {
            // The caller may wait for just that ghost's end, of which no notice tells.
            noticed = false;
            return;
        }
        endpoint.awaitNotice(roundWithGhosts(deadlineNanos));
        attend();
    }

    /** A ghost of this client may be waiting for its successor's name. */
    @Override
    public void awaitTurn(long deadlineNanos) {
        if (latched || noticed) {
            awaitNotice(deadlineNanos);
        } else {
            endpoint.awaitTurn(deadlineNanos);
            attend();
        }
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        if (deadlineNanos != Endpoint.NO_DEADLINE && isCancelled()) {
            return; // The wake may have ended an earlier wait of this acquisition.
        }
        if (!latched) {
            endpoint.awaitWord(address, mask, value, deadlineNanos);
            return;
        }
        awaitWithoutLatch(until -> endpoint.awaitWord(address, mask, value, until), round(deadlineNanos));
    }

    /** Lets the agent act for the ghosts during a wait that no notice ends. */
    final void awaitWithoutLatch(LongConsumer wait, long deadlineNanos) {
        drain();
        progressGhosts();
        ghosts.latch.unlock();
        try {
            wait.accept(deadlineNanos);
        } catch (RuntimeException e) {
            // A connection that is lost: the client forgets what it has under the latch, as it does everything.
            latch();
            throw e;
        }
        latch();
        attend();
    }

    /** How often this client looks after its ghosts while it waits. */
    long roundNanos() {
        return GHOST_ROUND_NANOS;
    }

    long roundWithGhosts(long deadlineNanos) {
        return ghosts.any() ? round(deadlineNanos) : deadlineNanos;
    }

    long round(long deadlineNanos) {
        return Waiting.earlier(deadlineNanos, clock.nanoTime() + roundNanos());
    }

    @Override
    public void backOff(long nanos) {
        noticed |= endpoint.receive(inbox) > 0;
        attend();
        pause.await(clock.nanoTime() + nanos);
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** Asked in the middle of a step: an exception counts as a cancellation, and is thrown when the wait has ended. */
    @Override
    public boolean isCancelled() {
        try {
            return failure != null || cancelled.getAsBoolean();
        } catch (RuntimeException e) {
            failure = e;
            return true;
        }
    }

    /** What comes of a wait that was cancelled and has left nothing behind. */
    final LockOutcome cancelled() {
        final RuntimeException thrown = failure;
        failure = null;
        if (thrown != null) {
            throw thrown;
        }
        return LockOutcome.CANCELLED;
    }

    @Override
    public void drain() {
        endpoint.receive(inbox);
    }

    @Override
    public void checkSession() {
    }

    List<LockInspector.Position> positions() {
        return LockInspector.positions(endpoint.route(), holds, ghosts);
    }

    /** Names the client in descriptions. */
    public String name() {
        return Route.toString(endpoint.route());
    }

    @Override
    public String describe() {
        return describe(clock.nanoTime());
    }

    /** All that the client remembers between two verbs; see {@link LockInspector#describe}. */
    String describe(long nowNanos) {
        final StringBuilder text = new StringBuilder(name());
        text.append(latched ? " latched" : "").append(noticed ? " noticed" : "").append(closed ? " closed" : "");
        text.append(' ').append(holds.describe());
        for (int i = 0; i < holds.size(); i++) {
            text.append(" [").append(holds.at(i).describe(nowNanos, leaseNanos())).append(']');
        }
        for (int i = 0; i < ghosts.size(); i++) {
            text.append(" [").append(ghosts.get(i).describe(nowNanos, leaseNanos())).append(']');
        }
        text.append(lock.steps.remembered());
        return text.toString();
    }

    /** In what follows a time is told relative to now, and not what lies farther back than a lease. */
    long leaseNanos() {
        return 0;
    }
}
