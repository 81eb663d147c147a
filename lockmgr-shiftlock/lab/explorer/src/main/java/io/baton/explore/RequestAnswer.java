package io.baton.explore;

import io.baton.explore.graph.Digests;
import io.baton.fabric.SendStatus;

/**
 * What came of a request.
 *
 * @param low the first word before a verb
 * @param high the second
 * @param status what became of a SEND
 * @param refused whether the gate has refused a verb
 */
record RequestAnswer(long low, long high, SendStatus status, boolean refused) {

    static final RequestAnswer NONE = new RequestAnswer(0, 0, SendStatus.UNKNOWN, false);

    long digest() {
        return Digests.mix(Digests.mix(low, high), status.name().hashCode() * 2L + (refused ? 1 : 0));
    }
}
