package io.baton.wire.frame;

import io.baton.fabric.Endpoint;
import org.agrona.DirectBuffer;

/** Checks frames that carry a notice. */
public final class NoticeCheck {

    private static final int ROUTE_BITS = 40;

    private NoticeCheck() {
    }

    /** Checks a SEND; returns the length of its notice in bytes. */
    public static int send(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        final int bytes = LaneFrame.count(buffer, at);
        if (bytes < 1 || bytes > Endpoint.NOTICE_BYTES_MAX) {
            throw new MalformedLaneFrameException("a SEND of a notice of " + bytes + " bytes; give 1 to 64");
        }
        LaneFrame.checkBody(length, LaneFrame.ROUTE_BYTES + bytes, "SEND");
        final long route = LaneFrame.word(buffer, LaneFrame.body(at));
        if (route >>> ROUTE_BITS != 0) {
            throw new MalformedLaneFrameException("a SEND to route " + route + ", which has more than 40 bits");
        }
        return bytes;
    }
}
