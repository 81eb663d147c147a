package io.baton.sim.model;

/** What happens in a cluster, one after the other, as one number: a running hash over every event. */
public final class Trace {

    public static final int TURN = 1;
    public static final int PLAIN = 2;
    public static final int ATOMIC_8 = 3;
    public static final int ATOMIC_16 = 4;
    public static final int NOTICE = 5;
    public static final int LOCAL_ACCESS = 6;
    public static final int FAULT = 7;

    private static final long FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long SECOND = 0xD6E8_FEB8_6659_FD93L;

    private long hash;

    public void add(long time, int kind, long who, long where, long before, long after) {
        long mixed = mix(hash ^ time, FIRST);
        mixed = mix(mixed ^ who ^ ((long) kind << 56), SECOND);
        mixed = mix(mixed ^ where, FIRST);
        mixed = mix(mixed ^ before, SECOND);
        hash = mix(mixed ^ after, FIRST);
    }

    public long hash() {
        return hash;
    }

    /** One to one, so that whatever differs once differs for good. */
    private static long mix(long value, long odd) {
        final long product = value * odd;
        return product ^ (product >>> 32);
    }
}
