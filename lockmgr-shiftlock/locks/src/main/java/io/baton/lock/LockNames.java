package io.baton.lock;

/** Maps 64-bit lock names to slots. */
public final class LockNames {

    private LockNames() {
    }

    /** Mixes the bits of a name, so that neighbouring keys fall on unrelated slots (the finalizer of MurmurHash3). */
    public static long mix(long name) {
        long z = name;
        z = (z ^ (z >>> 33)) * 0xff51afd7ed558ccdL;
        z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return z ^ (z >>> 33);
    }

    /**
     * Maps a name to its lock. Different names may share a lock.
     *
     * @param name any 64 bits
     * @param slots how many locks there are, 1 or more
     * @return the slot, 0 to {@code slots} − 1
     */
    public static int slot(long name, int slots) {
        return (int) (((mix(name) >>> 32) * slots) >>> 32);
    }
}
