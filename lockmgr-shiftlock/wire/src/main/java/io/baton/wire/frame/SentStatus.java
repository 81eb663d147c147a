package io.baton.wire.frame;

import io.baton.fabric.SendStatus;

/** What became of a SEND, as the status of SENT says it. */
public final class SentStatus {

    private static final int IN_MAILBOX = 0;
    private static final int NO_SUCH_PEER = 1;
    private static final int MAILBOX_FULL = 2;
    private static final int UNKNOWN = 3;

    private SentStatus() {
    }

    public static int code(SendStatus status) {
        return switch (status) {
            case SENT -> IN_MAILBOX;
            case NO_SUCH_PEER -> NO_SUCH_PEER;
            case MAILBOX_FULL -> MAILBOX_FULL;
            case UNKNOWN -> UNKNOWN;
        };
    }

    public static SendStatus of(int code) {
        return switch (code) {
            case IN_MAILBOX -> SendStatus.SENT;
            case NO_SUCH_PEER -> SendStatus.NO_SUCH_PEER;
            case MAILBOX_FULL -> SendStatus.MAILBOX_FULL;
            default -> SendStatus.UNKNOWN;
        };
    }
}
