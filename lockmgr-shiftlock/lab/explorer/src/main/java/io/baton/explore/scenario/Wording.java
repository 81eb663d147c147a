package io.baton.explore.scenario;

import java.util.function.LongFunction;
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
     * Says where in the registered memory something is.
     *
     * @param address offset in bytes
     * @return a blank and a few words, or nothing if it is where most things are
     */
    String place(long address);

    /**
     * Describes fields of 16 bytes of registered memory.
     *
     * @param lowMask which bits of the first word are meant
     * @param low the first word
     * @param highMask which bits of the second word are meant
     * @param high the second word
     * @param names what people call the endpoint of a route
     * @return the fields that are meant
     */
    String fields(long lowMask, long low, long highMask, long high, LongFunction<String> names);

    /**
     * Describes what is added to fields.
     *
     * @param low to the first word
     * @param high to the second word
     * @return a blank and a few words
     */
    String added(long low, long high);
}
