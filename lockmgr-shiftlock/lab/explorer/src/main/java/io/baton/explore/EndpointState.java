package io.baton.explore;

import io.baton.explore.graph.Digests;
import java.util.Arrays;

/** What is to be known of an endpoint. */
final class EndpointState {

    private static final byte[][] EMPTY = {};

    final int index;
    final int node;
    final long route;
    /** The gate lets it through as long as its process has been admitted so often. */
    final int admission;
    /** Never changed, but replaced. */
    byte[][] mailbox = EMPTY;
    /** Number of the doorbell that notices ring, or -1. */
    int listener = ThreadState.NONE;
    boolean closed;
    /** Whether a verb was refused or given up, so that there is no connection any more. */
    boolean broken;
    private long digest;

    EndpointState(int index, int node, long route, int admission) {
        this.index = index;
        this.node = node;
        this.route = route;
        this.admission = admission;
    }

    EndpointState copy() {
        final EndpointState copy = new EndpointState(index, node, route, admission);
        copy.mailbox = mailbox;
        copy.listener = listener;
        copy.closed = closed;
        copy.broken = broken;
        return copy;
    }

    void add(byte[] notice) {
        mailbox = Arrays.copyOf(mailbox, mailbox.length + 1);
        mailbox[mailbox.length - 1] = notice;
    }

    void drop(int count) {
        mailbox = count == mailbox.length ? EMPTY : Arrays.copyOfRange(mailbox, count, mailbox.length);
    }

    /** All but the mailbox. */
    long flags() {
        return listener * 4L + (closed ? 1 : 0) + (broken ? 2 : 0);
    }

    /** Not to be asked before all changes have been made. */
    long digest() {
        if (digest == 0) {
            long hash = flags();
            for (byte[] notice : mailbox) {
                hash = PostedRequest.digest(hash, notice);
            }
            digest = Digests.mix(hash, mailbox.length);
        }
        return digest;
    }
}
