package io.baton.lock.entry;

/**
 * Where the era counters are: words of the registered memory behind the entries, several, so that recoveries of
 * different locks seldom meet (§3.6). A reset of a lock increments the era of the lock.
 */
public final class Eras {

    /** How many era counters a table has. */
    public static final int COUNT = 16;

    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
    private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(COUNT);

    private Eras() {
    }

    public static long memoryBytes(int slots) {
        return (long) slots * LockEntry.BYTES + (long) COUNT * LockEntry.BYTES;
    }

    /** Each counter has an entry of its own, so that its atomics wait for no other's. */
    public static long address(int slot, int slots) {
        return ((long) slots + ((slot * SPREAD) >>> SHIFT)) * LockEntry.BYTES;
    }
}
