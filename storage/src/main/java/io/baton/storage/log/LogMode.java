package io.baton.storage.log;

/** When the log is forced to disk. An engine that wants no durability has no log. */
public enum LogMode {
    /** At most every so many nanoseconds; what is younger may be missing after a crash of the machine. */
    ASYNC,
    /**
     * As soon as there is anything to force, or a little later if others are expected who can share the force; what is
     * appended meanwhile shares the next.
     */
    GROUP
}
