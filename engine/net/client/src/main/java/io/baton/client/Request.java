package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.FrameType;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.netty.buffer.ByteBuf;

/** Something that is sent and answered. Its methods are called on the link's event loop. */
abstract class Request {

    /** Its caller ended it in time. */
    static final Answer TAKEN_BACK =
        new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.CANCELLED, "the call was cancelled before it was sent");
    /** The link has ended in time. */
    static final Answer NOT_SENT =
        new Answer(OutcomeKind.REFUSED, Reason.NOT_SENT, "the call was not sent: the connection has ended");

    /** Of this link; given when it is sent. */
    int number;

    /** Whether it counts among the calls that the server takes at once. */
    abstract boolean isCall();

    /** Whether its caller has lost interest before it was sent. */
    abstract boolean isDone();

    /** The frame to send; the link gives it its number. */
    abstract ByteBuf frame(Link link);

    /**
     * Takes an answer.
     *
     * @param flags of the frame
     * @param body to be read as a whole
     * @return whether it was the last
     */
    abstract boolean answered(Link link, FrameType type, int flags, ByteBuf body);

    /** What becomes of it if the connection ends after it was sent, and before its last answer. */
    abstract Answer lost(String why);

    /** Takes that there will be no answer. */
    abstract void failed(Answer why);

    /**
     * Tries another connection, as this one has ended before it was sent.
     *
     * @return whether it does
     */
    boolean moves(LinkSource source) {
        return false;
    }

    /** The link has ended before it was sent. */
    final void notSent(LinkSource source) {
        if (!moves(source)) {
            discard();
            failed(NOT_SENT);
        }
    }

    /** Its caller has ended it before it was sent. */
    void takenBack() {
        discard();
    }

    /** Frees what it holds, if it was not sent. */
    abstract void discard();
}
