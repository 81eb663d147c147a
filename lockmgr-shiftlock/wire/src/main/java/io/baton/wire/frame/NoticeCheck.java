package io.baton.wire.frame;

import io.baton.fabric.Endpoint;
import org.agrona.DirectBuffer;

/** Checks frames that carry a notice. */
public final class NoticeCheck {

    private static final int ROUTE_BITS = 40;

    private NoticeCheck() {
    }

    /** Checks a SEND; returns the length of its notice in bytes. */
    public static int send(DirectBuffer buffer, int at, int length) throws MalformedFrameException {
        final int bytes = Frame.count(buffer, at);
        if (bytes < 1 || bytes > Endpoint.NOTICE_BYTES_MAX) {
            throw new MalformedFrameException("a SEND of a notice of " + bytes + " bytes; give 1 to 64");
        }
        Frame.checkBody(length, Frame.ROUTE_BYTES + bytes, "SEND");
        final long route = Frame.word(buffer, Frame.body(at));
        if (route >>> ROUTE_BITS != 0) {
            throw new MalformedFrameException("a SEND to route " + route + ", which has more than 40 bits");
        }
        return bytes;
    }
}
