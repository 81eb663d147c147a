package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.WordPair;
import io.baton.lock.LockClient;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.Freeze;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an operator, or a test, wants to see of the locks. Reads only; thread-safe. */
public final class LockInspector {

    private LockInspector() {
    }

    /**
     * What an entry says.
     *
     * @param slot the lock
     * @param epoch its Epoch, 0 or 1
     * @param readers how many readers hold it or wait for it
     * @param tail route of the last writer in the queue, or {@link io.baton.fabric.Route#NONE}
     * @param generation how often it was reset
     * @param releases its release count in this generation
     */
    public record Entry(int slot, int epoch, int readers, long tail, int generation, long releases) {

        /** {@return whether the lock is neither held nor waited for} */
        public boolean isFree() {
            return readers == 0 && tail == 0;
        }
    }

    /**
     * What a client of this process is doing about a lock: a part of the lock's queue, as far as the process knows it.
     *
     * @param client the client's route
     * @param slot the lock
     * @param state what it does
     * @param successor route of the client that it will hand the lock over to, or none if it knows of none
     * @param frozen whether the lock server has asked it to stand still there
     */
    public record Position(long client, int slot, HoldState state, long successor, boolean frozen) {
    }

    /**
     * What a client remembers of a lock that it holds or waits for.
     *
     * @param state what it does
     * @param attempt names the acquisition in notices; 0 if it has not had to queue
     * @param generation the generation of the lock that it holds or waits for
     * @param releases the release count with which it holds the lock, or for which it waits
     * @param epoch the lock's epoch as it knows it
     * @param turn for a writer: how many in a row have had the lock, this one included; 0 for a reader
     * @param successor route of the client that it will hand the lock over to, or none if it knows of none
     * @param successorAttempt the successor's attempt
     * @param round the lock server's round for which the client stands still at the lock; 0 if it does not
     * @param local whether it has the lock from its process, which keeps it
     */
    public record Memory(HoldState state, long attempt, int generation, long releases, int epoch, int turn,
            long successor, long successorAttempt, long round, boolean local) {
    }

    /** {@return what a lock's entry of 16 bytes says} */
    public static Entry entry(Fabric fabric, int slot) {
        return entry(fabric, slot, EntryFormat.MASKED);
    }

    /** {@return what a lock's entry says} */
    public static Entry entry(Fabric fabric, int slot, EntryFormat format) {
        try (Endpoint endpoint = fabric.connect()) {
            final WordPair words = new WordPair();
            endpoint.read(LockEntry.address(slot), words);
            return decode(LockEntry.address(slot), words.low(), words.high(), format);
        }
    }

    /** {@return what an entry of 16 bytes says that was read before, from its address or that of one of its words} */
    public static Entry decode(long address, long low, long high) {
        return decode(address, low, high, EntryFormat.MASKED);
    }

    /** {@return the same for an entry of any layout; releases are those of readers only if it is a plain one} */
    public static Entry decode(long address, long low, long high, EntryFormat format) {
        return new Entry((int) (address / LockEntry.BYTES), LockEntry.epoch(low), format.readers(low, high),
            format.tail(low), LockEntry.generation(high), LockEntry.releases(high));
    }

    /**
     * {@return a position for each lock that a ShiftLock client of this process holds, waits for at the server, or has
     * left a ghost at; empty for other protocols} Exact only while the client stands still.
     */
    public static List<Position> positions(LockClient client) {
        return client instanceof ShiftLockClient shiftLock ? shiftLock.positions() : List.of();
    }

    /**
     * {@return what a ShiftLock client of this process remembers of a lock, ghosts apart; null if it neither holds the
     * lock nor waits for it, and for other protocols} Exact only while the client stands still.
     */
    public static @Nullable Memory memory(LockClient client, int slot) {
        final Hold hold = client instanceof ShiftLockClient shiftLock ? shiftLock.holds.get(slot) : null;
        if (hold == null) {
            return null;
        }
        final Freeze freeze = hold.freeze;
        final long round = freeze != null && freeze.outcome() == Freeze.Outcome.PENDING ? freeze.number() : 0;
        return new Memory(hold.state(), hold.attempt, LockEntry.generation(hold.relCnt),
            LockEntry.releases(hold.relCnt), hold.epoch, hold.isWriter() ? hold.consWrt : 0, hold.successor,
            hold.successorAttempt, round, hold.local);
    }

    /**
     * {@return where a ShiftLock client of this process gets its notices}
     *
     * @throws IllegalArgumentException if it is a client of another protocol
     */
    public static long route(LockClient client) {
        return shiftLock(client).endpoint.route();
    }

    /** {@return where the agent gets notices that keeps locks for this process, or none if there is no agent yet} */
    public static long agentRoute(ShiftLockTable table) {
        return table.agentRoute();
    }

    /**
     * Describes a client for operators; a violated invariant prints the same. Equal states have equal texts: what
     * a client goes on with in the same way reads the same. Exact only while the client stands still.
     *
     * @param client a ShiftLock client of this process
     * @param nowNanos the time of the fabric's clock; times are told as of then, capped at the lease
     * @return all that the client remembers between two verbs
     * @throws IllegalArgumentException if it is a client of another protocol
     */
    public static String describe(LockClient client, long nowNanos) {
        return shiftLock(client).describe(nowNanos);
    }

    private static ShiftLockClient shiftLock(LockClient client) {
        if (client instanceof ShiftLockClient shiftLock) {
            return shiftLock;
        }
        throw new IllegalArgumentException("a " + client.getClass().getSimpleName() + ": give a client of ShiftLock");
    }

    /**
     * {@return whether a client waits for a lock of which it has seen that it stands still, and has not asked the lock
     * server for recovery since; false for clients without recovery}
     */
    public static boolean isWatching(LockClient client) {
        return client instanceof ProcessClient shared && shared.isWatching();
    }

    static Position position(long route, Hold hold) {
        return new Position(route, hold.slot, hold.state(), hold.successor, hold.freeze != null);
    }

    static List<Position> positions(long route, Holds holds, Ghosts ghosts) {
        final List<Position> positions = new ArrayList<>();
        for (int i = 0; i < holds.size(); i++) {
            if (!holds.at(i).here) {
                positions.add(position(route, holds.at(i)));
            }
        }
        for (int i = 0; i < ghosts.size(); i++) {
            positions.add(position(route, ghosts.get(i)));
        }
        return positions;
    }
}
