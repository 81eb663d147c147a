package io.baton.lock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.WordPair;
import java.util.ArrayList;
import java.util.List;

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

        /**
         * Tells whether nobody holds the lock or waits for it.
         *
         * @return whether the lock is free
         */
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
     * Decodes a lock's entry.
     *
     * @param fabric the lock server
     * @param slot the lock
     * @return what its entry says
     */
    public static Entry entry(Fabric fabric, int slot) {
        try (Endpoint endpoint = fabric.connect()) {
            final WordPair words = new WordPair();
            endpoint.read(LockEntry.address(slot), words);
            return decode(LockEntry.address(slot), words.low(), words.high());
        }
    }

    /**
     * Decodes an entry that was read before.
     *
     * @param address where in the registered memory it was, or one of its words
     * @param low its word 0
     * @param high its word 1
     * @return what it says
     */
    public static Entry decode(long address, long low, long high) {
        return new Entry((int) (address / LockEntry.BYTES), LockEntry.epoch(low), LockEntry.readers(low),
            LockEntry.tail(low), LockEntry.generation(high), LockEntry.releases(high));
    }

    /**
     * Lists what a client is doing. Exact only while the client stands still.
     *
     * @param client a ShiftLock client of this process
     * @return a position for each lock that it holds, waits for, or has left a ghost at; empty for other protocols
     */
    public static List<Position> positions(LockClient client) {
        return client instanceof ShiftLockClient shiftLock ? shiftLock.positions() : List.of();
    }

    /**
     * Returns where a client gets its notices.
     *
     * @param client a ShiftLock client of this process
     * @return its route
     * @throws IllegalArgumentException if it is a client of another protocol
     */
    public static long route(LockClient client) {
        if (client instanceof ShiftLockClient shiftLock) {
            return shiftLock.endpoint.route();
        }
        throw new IllegalArgumentException("a client of " + client.getClass().getSimpleName() + " has no route");
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
        if (client instanceof ShiftLockClient shiftLock) {
            return shiftLock.describe(nowNanos);
        }
        throw new IllegalArgumentException("a " + client.getClass().getSimpleName() + " cannot be described");
    }

    /**
     * Tells whether a client waits for a lock of which it has seen that it stands still, and has not asked the lock
     * server for recovery since.
     *
     * @param client a client
     * @return true if so; false for clients without recovery
     */
    public static boolean isWatching(LockClient client) {
        return client instanceof RecoverableClient recoverable && recoverable.isWatching();
    }

    static Position position(long route, Hold hold) {
        return new Position(route, hold.slot, hold.state(), hold.successor, hold.freeze != null);
    }

    static List<Position> positions(long route, Holds holds, Ghosts ghosts) {
        final List<Position> positions = new ArrayList<>();
        for (int i = 0; i < holds.size(); i++) {
            positions.add(position(route, holds.at(i)));
        }
        for (int i = 0; i < ghosts.size(); i++) {
            positions.add(position(route, ghosts.get(i)));
        }
        return positions;
    }
}
