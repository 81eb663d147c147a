package io.baton.explore.graph;

/**
 * Hashing of states to 64 bits. That some two of n states have the same hash has a probability of n<sup>2</sup> /
 * 2<sup>65</sup>: 3 in a million for ten million states, 3 in ten thousand for a hundred million. The second of such
 * two is taken for known, and what only it leads to is not seen; so an exploration that finds nothing wrong may be
 * mistaken that often. What it finds wrong is shown by executing the code along the way there. Nothing else is done
 * about it: 128 bits would take some 11 bytes more a state.
 */
public final class Digests {

    private Digests() {
    }

    public static long mix(long hash, long value) {
        long z = (hash ^ value * 0x9E37_79B9_7F4A_7C15L) + 0x632B_E59B_D9B4_E019L;
        z = (z ^ (z >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
        z = (z ^ (z >>> 29)) * 0xBF58_476D_1CE4_E5B9L;
        return z ^ (z >>> 32);
    }

    public static long mix(long hash, CharSequence text) {
        long mixed = hash;
        for (int i = 0; i < text.length(); i++) {
            mixed = mixed * 0x0000_0100_0000_01B3L + text.charAt(i);
        }
        return mix(mixed, text.length());
    }
}
