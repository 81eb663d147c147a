package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * The body of a RESULT, but for the value behind it.
 *
 * @param outcome how the call ended
 * @param reason why
 * @param message a sentence, or empty if it was committed
 */
public record Answer(OutcomeKind outcome, Reason reason, String message) {

    /** The call was committed; a value is behind it. */
    public static final Answer COMMITTED = new Answer(OutcomeKind.COMMITTED, Reason.NONE, "");

    /**
     * The SQLSTATE of a call that was committed, and whose result cannot be had. Its class is of Baton's own, as those
     * of SQL say of nearly all reasons that nothing was written, and callers act on the class.
     */
    public static final String RESULT_LOST_STATE = "RL001";

    /** Reasons that have come later, and are written as others. */
    private static final List<Reason> LATER = List.of(Reason.NOT_FOUND, Reason.NO_SUCH_MOMENT);

    /** {@return the five characters by which SQL knows how the call ended} */
    public String sqlState() {
        return outcome == OutcomeKind.RESULT_LOST ? RESULT_LOST_STATE : reason.sqlState();
    }

    /** {@return whether nothing was written, and the same call may succeed later} */
    public boolean retryable() {
        return outcome != OutcomeKind.RESULT_LOST && reason.retryable();
    }

    /**
     * Writes it.
     *
     * @param buffer where to
     */
    public void write(ByteBuf buffer) {
        buffer.writeByte(outcome.code()).writeByte(written(reason).code()).writeByte(retryable() ? 1 : 0).writeByte(0);
        TextCodec.writeState(buffer, sqlState());
        TextCodec.writeMessage(buffer, message);
    }

    /**
     * Reads it.
     *
     * @param buffer where it is
     * @return the answer
     * @throws MalformedFrameException if there is none
     */
    public static Answer read(ByteBuf buffer) {
        final OutcomeKind outcome = OutcomeKind.of(buffer.readUnsignedByte());
        final Reason reason = Reason.of(buffer.readUnsignedByte());
        // What outcome and reason say is the same on both sides; clients in other languages read it here.
        buffer.readShortLE();
        final String state = TextCodec.readState(buffer);
        final String message = TextCodec.read(buffer);
        return outcome == OutcomeKind.COMMITTED ? COMMITTED
            : new Answer(outcome, read(reason, state), message);
    }

    private static Reason read(Reason written, String state) {
        for (final Reason later : LATER) {
            if (written == written(later) && state.equals(later.sqlState())) {
                return later;
            }
        }
        return written;
    }

    /** What clients know that close the connection at the number of a later reason. */
    private static Reason written(Reason reason) {
        return switch (reason) {
            case NOT_FOUND -> Reason.GAVE_UP;
            case NO_SUCH_MOMENT -> Reason.OUT_OF_RANGE;
            default -> reason;
        };
    }
}
