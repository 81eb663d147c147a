package io.baton.rival.served;

import io.baton.fabric.Fabric;
import io.baton.rival.WordTable;
import java.util.random.RandomGenerator;

/**
 * The ShiftLock paper's RPC baseline (§4.1): acquisition and release are calls to the server's processors, which try
 * the lock and answer granted or busy; a client that gets busy calls again at once. Readers share, nobody queues.
 *
 * <p>As in the artifact, a release is a call that is answered, too. In the server's process a refused client pauses
 * before it calls again, because there a call takes no time that the holder could use.
 */
public final class RpcTable extends ServedTable {

    /**
     * Opens a server's table.
     *
     * @param fabric the clients' node
     * @param slots the server's number of locks
     * @param random spreads the retries of clients in the server's process
     * @param server the server, made once on the server's node
     * @throws IllegalArgumentException if the server has another number of locks
     */
    public RpcTable(Fabric fabric, int slots, RandomGenerator random, RpcServer server) {
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
