package io.baton.sim.explore;

/**
 * Hashing of states to 64 bits. Of ten million states, two have the same hash with a probability of 3 in a million.
 */
public final class Digests {

    private Digests() {
    }

    /**
     * Goes on hashing.
     *
     * @param hash the hash so far
     * @param value what comes next
     * @return the new hash
     */
    public static long mix(long hash, long value) {
        long z = (hash ^ value * 0x9E37_79B9_7F4A_7C15L) + 0x632B_E59B_D9B4_E019L;
        z = (z ^ (z >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
        z = (z ^ (z >>> 29)) * 0xBF58_476D_1CE4_E5B9L;
        return z ^ (z >>> 32);
    }

    /**
     * Goes on hashing.
     *
     * @param hash the hash so far
     * @param text what comes next
     * @return the new hash
     */
    public static long mix(long hash, CharSequence text) {
        long mixed = hash;
        for (int i = 0; i < text.length(); i++) {
            mixed = mixed * 0x0000_0100_0000_01B3L + text.charAt(i);
        }
        return mix(mixed, text.length());
    }
}
