package io.baton.rival.served;

import io.baton.fabric.Fabric;
import io.baton.rival.WordTable;
import java.util.random.RandomGenerator;

/**
 * The DSLR paper's Traditional lock manager and Traditional_RO (§6.1, §6.4): the server's processors keep a queue for
 * each lock; requests, grants and releases are messages, two for each step. First come, first served; readers share.
 * With {@link TraditionalParameters#paperReordering} a reader that comes while readers hold the lock goes ahead of
 * waiting writers, ten times for each writer at most.
 *
 * <p>Chosen where the paper is silent: the ten are counted for the writer that has waited longest. (The authors' own
 * code looks at how many readers hold the lock instead, which lets a writer starve; the text says "that can bypass an
 * exclusive lock".) Readers overtake when they come, not later. A release waits for its answer, as the paper's "two
 * pairs of SEND/RECV" say. Waiters cannot leave the queue: deadlines are ignored.
 */
public final class TraditionalTable extends ServedTable {

    /**
     * Opens a server's table.
     *
     * @param fabric the clients' node
     * @param slots the server's number of locks
     * @param random not used by this protocol
     * @param server the server, made once on the server's node
     * @throws IllegalArgumentException if the server has another number of locks
     */
    public TraditionalTable(Fabric fabric, int slots, RandomGenerator random, TraditionalServer server) {
        super(fabric, slots, random, server);
    }

    /**
     * Returns the registered memory that a table needs: one entry, which stays zero.
     *
     * @param slots the number of locks
     * @return bytes
     */
    public static long memoryBytes(int slots) {
        return WordTable.bytes(1);
    }
}
