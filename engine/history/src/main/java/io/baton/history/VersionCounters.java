package io.baton.history;

import org.agrona.collections.Long2LongHashMap;

/**
 * Version counters by key, for what has no row to keep its version in: rows that are not there, and index prefixes.
 * Safe for all threads; the counter of a key is changed only under the engine's lock of that key.
 */
final class VersionCounters {

    private static final int STRIPES = 64;
    private static final int STRIPE_SHIFT = 58;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final Long2LongHashMap[] stripes = new Long2LongHashMap[STRIPES];
    /** Whether any counter was ever set: most tables never lose a row. */
    private volatile boolean used;

    VersionCounters() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Long2LongHashMap(0);
        }
    }

    int get(long key) {
        if (!used) {
            return 0;
        }
        final Long2LongHashMap stripe = stripe(key);
        synchronized (stripe) {
            return (int) stripe.get(key);
        }
    }

    /** Sets a counter; version 0 is the same as none. */
    void set(long key, int version) {
        final Long2LongHashMap stripe = stripe(key);
        synchronized (stripe) {
            if (version == 0) {
                stripe.remove(key);
            } else {
                used = true;
                stripe.put(key, Integer.toUnsignedLong(version));
            }
        }
    }

    /** Forgets a counter, because a row keeps it from now on; returns what it was. */
    int take(long key) {
        if (!used) {
            return 0;
        }
        final Long2LongHashMap stripe = stripe(key);
        synchronized (stripe) {
            return (int) stripe.remove(key);
        }
    }

    int increment(long key) {
        final Long2LongHashMap stripe = stripe(key);
        synchronized (stripe) {
            if (!used) {
                used = true;
            }
            final long next = stripe.get(key) + 1;
            stripe.put(key, next);
            return (int) next;
        }
    }

    private Long2LongHashMap stripe(long key) {
        return stripes[(int) ((key * SPREAD) >>> STRIPE_SHIFT)];
    }
}
