package io.baton.lock;

/** How a lock is held. */
public enum LockMode {
    /** Together with other readers. */
    SHARED,
    /** Alone. */
    EXCLUSIVE;

    /** {@return whether holding this mode is as good as holding the wanted one: not if only that is exclusive} */
    public boolean covers(LockMode wanted) {
        return this == EXCLUSIVE || wanted == SHARED;
    }
}
