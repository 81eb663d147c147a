package io.baton.lock;

/** How a lock is held. */
public enum LockMode {
    /** Together with other readers. */
    SHARED,
    /** Alone. */
    EXCLUSIVE;

    /**
     * Tells whether holding this mode is as good as holding another.
     *
     * @param wanted the other mode
     * @return true unless this is shared and exclusive is wanted
     */
    public boolean covers(LockMode wanted) {
        return this == EXCLUSIVE || wanted == SHARED;
    }
}
