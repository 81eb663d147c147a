package io.baton.lock.server;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.Eras;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.lock.entry.RecoveryVerdict;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * An operator's request to reset a lock, by the same guarded path as a client's suspicion ({@code spec/5-recovery.md}):
 * it names what it has seen, every process is asked, and the entry is reset by the same compare-and-swap. Used by one
 * thread.
 */
public final class ForcedReset {

    /** The only attempt of its endpoint. */
    private static final long ATTEMPT = 1;

    private final Fabric fabric;
    private final int slots;
    private final long serverRoute;
    private final RecoveryOptions options;
    private final RecoveryNotice notice = new RecoveryNotice();
    private final NoticeHandler intake = this::take;
    private int wanted;
    private boolean answered;
    private RecoveryVerdict verdict = RecoveryVerdict.STALE;

    /**
     * Prepares to reset locks.
     *
     * @param fabric the lock server, as seen from its own node or from a process that it lets in
     * @param slots the number of locks
     * @param serverRoute where the lock server takes requests
     * @param options the same as the server's
     */
    public ForcedReset(Fabric fabric, int slots, long serverRoute, RecoveryOptions options) {
        this.fabric = fabric;
        this.slots = slots;
        this.serverRoute = serverRoute;
        this.options = options;
    }

    /**
     * Asks for the reset of a lock as if it were suspected. Its waiters queue anew.
     *
     * @param slot the lock, 0 to the number of locks less 1
     * @param deadlineNanos until when to ask, in the fabric's clock
     * @return RESET; ALIVE if a process whose session lives holds it, which is then left alone; STALE if it moved
     *     meanwhile
     * @throws IllegalArgumentException if there is no such lock
     * @throws ConnectionLostException if the server has not answered until the deadline, or refuses this process
     */
    public RecoveryVerdict reset(int slot, long deadlineNanos) {
        return ask(RecoveryNotice.SUSPECT, slot, deadlineNanos);
    }

    /**
     * Asks for the reset of a lock even if it is held: the processes that say that they hold it are fenced first, and
     * lose their sessions and everything that they hold. Under policy LEASE, which fences no process, the same as
     * {@link #reset}.
     *
     * @param slot the lock, 0 to the number of locks less 1
     * @param deadlineNanos until when to ask, in the fabric's clock
     * @return RESET, or STALE if the lock moved meanwhile
     * @throws IllegalArgumentException if there is no such lock
     * @throws ConnectionLostException if the server has not answered until the deadline, or refuses this process
     */
    public RecoveryVerdict resetFencingHolders(int slot, long deadlineNanos) {
        return ask(RecoveryNotice.FORCE, slot, deadlineNanos);
    }

    private RecoveryVerdict ask(byte kind, int slot, long deadlineNanos) {
        if (Integer.compareUnsigned(slot, slots) >= 0) {
            throw new IllegalArgumentException("slot " + slot + ": give one between 0 and " + (slots - 1));
        }
        wanted = slot;
        answered = false;
        final NanoClock clock = fabric.clock();
        try (Endpoint endpoint = fabric.connect()) {
            final long era = endpoint.readWord(Eras.address(slot, slots));
            final long relCnt = endpoint.readWord(LockEntry.address(slot) + LockEntry.REL_CNT_OFFSET);
            while (!answered) {
                if (clock.nanoTime() - deadlineNanos >= 0) {
                    throw new ConnectionLostException("the lock server has not answered about the reset of lock " + slot
                        + "; it may still come");
                }
                endpoint.send(serverRoute, notice.compose(kind, Route.node(endpoint.route()), slot, ATTEMPT)
                    .relCnt(relCnt).from(endpoint.route()).era(era).composed(), 0, RecoveryNotice.BYTES);
                endpoint.awaitNotice(clock.nanoTime() + options.leaseNanos());
                endpoint.receive(intake);
            }
            return verdict;
        }
    }

    private void take(DirectBuffer buffer, int offset, int length) {
        if (length != RecoveryNotice.BYTES || !RecoveryNotice.isOne(buffer, offset)) {
            return;
        }
        notice.wrap(buffer, offset);
        if (notice.kind() == RecoveryNotice.VERDICT && notice.slot() == wanted && notice.number() == ATTEMPT) {
            answered = true;
            verdict = notice.verdict();
        }
    }
}
