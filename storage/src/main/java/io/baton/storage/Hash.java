package io.baton.storage;

/** The hash of keys and prefixes: the finaliser of MurmurHash3, variant 13 of Stafford. */
final class Hash {
    private Hash() {
    }

    static long mix(long key) {
        long h = (key ^ key >>> 30) * 0xBF58476D1CE4E5B9L;
        h = (h ^ h >>> 27) * 0x94D049BB133111EBL;
        return h ^ h >>> 31;
    }

    /** Returns the hash of a sequence continued by one value. */
    static long combine(long hash, long value) {
        return mix((hash + 0x9E3779B97F4A7C15L) * 31 ^ value);
    }
}
