package io.baton.engine;

/**
 * Finds keys of equal hash: every step of the hash is a bijection, so the last column can be chosen for it. Has the
 * steps of storage's {@code HashIndex} once more; the tests say that the keys which they get are twins.
 */
public final class Twins {

    private static final long FOLD = 0x9E37_79B9_7F4A_7C15L;

    private Twins() {
    }

    /** The b with which a wide key (a, b) of two integers of 64 bits has the hash of another such key. */
    public static long twinOf(long knownA, long knownB, long a) {
        return knownB ^ (mix((FOLD * 31) ^ knownA) + FOLD) * 31 ^ (mix((FOLD * 31) ^ a) + FOLD) * 31;
    }

    private static long mix(long key) {
        long h = (key ^ key >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        h = (h ^ h >>> 27) * 0x94D0_49BB_1331_11EBL;
        return h ^ h >>> 31;
    }
}
