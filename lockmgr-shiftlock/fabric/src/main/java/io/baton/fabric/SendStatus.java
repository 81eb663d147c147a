package io.baton.fabric;

/** The result of a SEND. */
public enum SendStatus {
    /** The notice is in the receiver's mailbox. */
    SENT,
    /** No client has this route (any more). */
    NO_SUCH_PEER,
    /** The receiver's mailbox is full; the notice was dropped and may be sent again. */
    MAILBOX_FULL,
    /** No acknowledgement came in time: the notice may or may not be in the mailbox, once or later. */
    UNKNOWN
}
