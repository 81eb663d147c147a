package io.baton.lock;

import io.baton.fabric.Route;
import org.agrona.DirectBuffer;

/**
 * What an exploration of all interleavings wants to know of the locks: everything that they remember and that decides
 * how they go on, so that equal states are recognised, and what their notices say. Ask only while all threads of the
 * process stand still.
 */
public final class LockProbe {

    /** What a notice is good for. */
    public enum Purpose {
        /** It moves the protocol. */
        PROTOCOL,
        /** It only wakes its receiver. */
        NUDGE,
        /** A process's sign of life. */
        HEARTBEAT,
        /** The lock server's answer to a sign of life. */
        HEARTBEAT_ANSWER
    }

    /** The lower bits of an attempt are the place of its hold in the client's pool. */
    private static final int ATTEMPT_SHIFT = 16;

    private LockProbe() {
    }

    /**
     * Describes a client.
     *
     * @param client a client of a ShiftLock table
     * @param nowNanos the time of its process's clock
     * @return all that it remembers; equal if and only if it goes on in the same way
     * @throws IllegalArgumentException if it is a client of another protocol
     */
    public static String digest(LockClient client, long nowNanos) {
        if (client instanceof RecoverableClient recoverable) {
            return recoverable.digest(nowNanos);
        }
        if (client instanceof ShiftLockClient shiftLock) {
            return digest(shiftLock);
        }
        throw new IllegalArgumentException("a " + client.getClass().getSimpleName() + " cannot be described");
    }

    private static String digest(ShiftLockClient client) {
        final StringBuilder text = new StringBuilder(client.digest()).append(' ').append(client.holds.digest());
        for (int i = 0; i < client.holds.size(); i++) {
            text.append(" {").append(client.holds.at(i).digest(0, 0)).append('}');
        }
        for (int i = 0; i < client.ghosts.size(); i++) {
            text.append(" {").append(client.ghosts.get(i).digest(0, 0)).append('}');
        }
        return text.toString();
    }

    /**
     * Describes what the clients of a process share.
     *
     * @param table a ShiftLock table without recovery
     * @return whose ghosts it looks after, and what it keeps; equal if and only if it goes on in the same way
     * @throws IllegalArgumentException if it is a table of another protocol
     */
    public static String digest(LockTable table) {
        if (table instanceof ShiftLockTable shiftLock) {
            return shiftLock.agent().digest() + "; " + shiftLock.cacheDigest();
        }
        throw new IllegalArgumentException("a " + table.getClass().getSimpleName() + " cannot be described");
    }

    /**
     * Describes a process's session.
     *
     * @param session the session
     * @param nowNanos the time of its process's clock
     * @return all that it remembers, but when to renew itself and until when it was renewed
     */
    public static String digest(LockSession session, long nowNanos) {
        return session.digest(nowNanos);
    }

    /**
     * Describes a lock server.
     *
     * @param server the server
     * @param nowNanos the time of its clock
     * @return all that it remembers, but when it heard of each session
     */
    public static String digest(RecoveryServer server, long nowNanos) {
        return server.digest(nowNanos);
    }

    /**
     * Tells whether a client that waits has begun to watch its lock: it looks again and again, and asks for recovery if
     * nothing has moved.
     *
     * @param client a client
     * @return whether it knows what it has seen at first
     */
    public static boolean isWatching(LockClient client) {
        return client instanceof RecoverableClient recoverable && recoverable.isWatching();
    }

    /**
     * Tells whether some lock stands still for the process.
     *
     * @param session its session
     * @return whether its agent waits for the lock server's word
     */
    public static boolean isFreezing(LockSession session) {
        return session.isFreezing();
    }

    /**
     * Tells whether the server is about to reset a lock.
     *
     * @param server the server
     * @return whether it waits for answers
     */
    public static boolean isAsking(RecoveryServer server) {
        return server.isAsking();
    }

    /**
     * Tells what a notice is good for.
     *
     * @param notice holds the notice from its first byte on
     * @return its purpose
     */
    public static Purpose purpose(DirectBuffer notice) {
        return switch (notice.getByte(0)) {
            case LockNotice.NUDGE -> Purpose.NUDGE;
            case RecoveryNotice.RENEW -> Purpose.HEARTBEAT;
            case RecoveryNotice.RENEWED -> Purpose.HEARTBEAT_ANSWER;
            default -> Purpose.PROTOCOL;
        };
    }

    /**
     * Describes a notice for people.
     *
     * @param notice holds the notice from its first byte on
     * @return its name and what it carries
     */
    public static String describe(DirectBuffer notice) {
        if (RecoveryNotice.isOne(notice, 0)) {
            final RecoveryNotice recovery = new RecoveryNotice().wrap(notice, 0);
            return name(recovery.kind()) + "(lock " + recovery.slot() + ", node " + recovery.node() + ", number "
                + recovery.number() + ", " + count(recovery.relCnt())
                + (recovery.kind() == RecoveryNotice.VERDICT ? ", " + recovery.verdict() : "") + ")";
        }
        final LockNotice lock = new LockNotice().wrap(notice, 0);
        final String which = "(attempt " + (lock.attempt() >>> ATTEMPT_SHIFT)
            + (lock.slot() == 0 ? "" : " slot=" + lock.slot());
        return name(lock.kind()) + switch (lock.kind()) {
            case LockNotice.SUCCESSOR -> which;
            case LockNotice.HANDOVER ->
                which + " relCnt=" + count(lock.relCnt()) + " epoch=" + lock.epoch() + " consWrt=" + lock.consWrt();
            case LockNotice.MODE_CHANGED -> which + " expected=" + count(lock.relCnt()) + " epoch=" + lock.epoch();
            default -> "(slot=" + lock.slot() + " from " + Route.toString(lock.route());
        } + ")";
    }

    private static String count(long relCnt) {
        final int generation = LockEntry.generation(relCnt);
        return (generation == 0 ? "" : generation + "/") + LockEntry.releases(relCnt);
    }

    private static String name(byte kind) {
        return switch (kind) {
            case LockNotice.SUCCESSOR -> "Successor";
            case LockNotice.HANDOVER -> "Handover";
            case LockNotice.MODE_CHANGED -> "ModeChanged";
            case LockNotice.NUDGE -> "Nudge";
            case LockNotice.RECALL -> "Recall";
            case RecoveryNotice.HELLO -> "HELLO";
            case RecoveryNotice.WELCOME -> "WELCOME";
            case RecoveryNotice.RENEW -> "RENEW";
            case RecoveryNotice.RENEWED -> "RENEWED";
            case RecoveryNotice.REFUSED -> "REFUSED";
            case RecoveryNotice.SUSPECT -> "SUSPECT";
            case RecoveryNotice.VERDICT -> "VERDICT";
            case RecoveryNotice.FREEZE -> "FREEZE";
            case RecoveryNotice.FROZEN -> "FROZEN";
            case RecoveryNotice.HELD -> "HELD";
            case RecoveryNotice.THAW -> "THAW";
            case RecoveryNotice.WAS_RESET -> "WAS_RESET";
            case RecoveryNotice.FORCE -> "FORCE";
            default -> "kind " + kind;
        };
    }

    /**
     * Tells where a lock's entry is.
     *
     * @param slot the lock
     * @return offset of its 16 bytes in the registered memory
     */
    public static long address(int slot) {
        return LockEntry.address(slot);
    }

    /**
     * Tells whether a lock is free.
     *
     * @param low the first word of its entry
     * @return whether nobody holds it or waits for it
     */
    public static boolean isFree(long low) {
        return LockEntry.isFree(low);
    }

    /**
     * Describes 16 bytes of a table's memory for people.
     *
     * @param low the first word
     * @param high the second word
     * @return the fields of an entry
     */
    public static String entry(long low, long high) {
        return LockEntry.toString(low, high);
    }
}
