package io.baton.lock.entry;

/** How a lock's entry is laid out, and which atomics change it. The slots of both have the same addresses. */
public enum EntryFormat {

    /** One entry of 16 bytes, changed by extended atomics, as in the paper: {@link LockEntry}. */
    MASKED {
        @Override
        public int readers(long low, long high) {
            return LockEntry.readers(low);
        }

        @Override
        public long tail(long low) {
            return LockEntry.tail(low);
        }

        @Override
        public String toString(long low, long high) {
            return LockEntry.toString(low, high);
        }
    },

    /** Two words of 8 bytes, changed by plain compare-and-swap and fetch-and-add: {@link PlainLockEntry}. */
    PLAIN {
        @Override
        public int readers(long low, long high) {
            return PlainLockEntry.readers(low, high);
        }

        @Override
        public long tail(long low) {
            return PlainLockEntry.tail(low);
        }

        @Override
        public String toString(long low, long high) {
            return PlainLockEntry.toString(low, high);
        }
    };

    /** {@return how many readers hold the lock or wait for it} */
    public abstract int readers(long low, long high);

    /** {@return the route of the last writer in the queue, or {@link io.baton.fabric.Route#NONE}} */
    public abstract long tail(long low);

    /** {@return the entry's fields, for people} */
    public abstract String toString(long low, long high);

    /** {@return whether the lock is neither held nor waited for} */
    public final boolean isFree(long low, long high) {
        return tail(low) == 0 && readers(low, high) == 0;
    }
}
