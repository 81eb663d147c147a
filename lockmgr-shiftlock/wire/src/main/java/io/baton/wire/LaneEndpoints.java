package io.baton.wire;

import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.WireLimits;
import org.agrona.collections.Int2IntHashMap;

/**
 * The endpoints that a lane's process has opened: how many notices each has been sent and has not taken, and in which
 * life of the process it was opened. Guarded by the lane's latch.
 */
final class LaneEndpoints {

    private static final int NOT_OPEN = -1;

    private final Int2IntHashMap untaken = new Int2IntHashMap(NOT_OPEN);
    private final Int2IntHashMap lives = new Int2IntHashMap(NOT_OPEN);
    /** How often the process was let in again, and the last life that is refused. */
    private int life = 1;
    private int refusedLife;

    /**
     * @param closed whether the process is refused until it is let in
     */
    LaneEndpoints(boolean closed) {
        refusedLife = closed ? life : 0;
    }

    void open(int endpoint) throws MalformedLaneFrameException {
        if (!isNumber(endpoint) || isOpen(endpoint)) {
            throw new MalformedLaneFrameException("an OPEN of endpoint " + endpoint + ", which is open or not below "
                + WireLimits.ENDPOINTS_MAX);
        }
        untaken.put(endpoint, 0);
        lives.put(endpoint, life);
    }

    void close(int endpoint) throws MalformedLaneFrameException {
        checkOpen(endpoint, "CLOSE");
        untaken.remove(endpoint);
        lives.remove(endpoint);
    }

    private static boolean isNumber(int endpoint) {
        return endpoint >= 0 && endpoint < WireLimits.ENDPOINTS_MAX;
    }

    /** Checks the number of an endpoint, which need not be open. */
    static int checked(int endpoint) throws MalformedLaneFrameException {
        if (!isNumber(endpoint)) {
            throw new MalformedLaneFrameException("a frame of endpoint " + endpoint);
        }
        return endpoint;
    }

    void checkOpen(int endpoint, String frame) throws MalformedLaneFrameException {
        if (!isOpen(endpoint)) {
            throw new MalformedLaneFrameException("a " + frame + " of endpoint " + endpoint + ", which is not open");
        }
    }

    boolean isOpen(int endpoint) {
        return untaken.get(endpoint) != NOT_OPEN;
    }

    // Notices

    boolean isFull(int endpoint) {
        return untaken.get(endpoint) >= WireLimits.MAILBOX_NOTICES_MAX;
    }

    void sent(int endpoint) {
        untaken.put(endpoint, untaken.get(endpoint) + 1);
    }

    void taken(int endpoint, int count) throws MalformedLaneFrameException {
        final int waiting = untaken.get(endpoint);
        if (waiting < count) {
            throw new MalformedLaneFrameException(
                "a CREDIT for " + count + " notices of endpoint " + endpoint + ", which has " + waiting);
        }
        untaken.put(endpoint, waiting - count);
    }

    // The gate

    boolean isRefused(int endpoint) {
        return refusedLife > 0 && lives.get(endpoint) <= refusedLife;
    }

    void refuse() {
        refusedLife = life;
    }

    void admit() {
        life++;
    }
}
