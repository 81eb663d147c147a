package io.baton.explore;

import org.agrona.DirectBuffer;

/** Tells what messages mean to those who send them. */
public interface Wording {

    /** What a notice is for the exploration. */
    enum Role {
        /** Nothing special. */
        PLAIN,
        /** Says nothing: two in one mailbox are as good as one. */
        NUDGE,
        /** A process's sign of life to the lock server. */
        HEARTBEAT,
        /** The lock server's answer to a sign of life, which nobody waits for. */
        HEARTBEAT_ANSWER
    }

    /**
     * Says what a notice is for the exploration.
     *
     * @param notice holds the notice from its first byte on
     * @return its role
     */
    Role role(DirectBuffer notice);

    /**
     * Describes a notice.
     *
     * @param notice holds the notice from its first byte on
     * @return a few words
     */
    String notice(DirectBuffer notice);

    /**
     * Describes 16 bytes of registered memory.
     *
     * @param address where they are
     * @param low the first word
     * @param high the second word
     * @return a few words
     */
    String entry(long address, long low, long high);
}
