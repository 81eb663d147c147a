package io.baton.lock;

/** Hashing of states to 64 bits. */
final class Digests {

    private Digests() {
    }

    static long mix(long hash, long value) {
        long z = (hash ^ value * 0x9E37_79B9_7F4A_7C15L) + 0x632B_E59B_D9B4_E019L;
        z = (z ^ (z >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
        z = (z ^ (z >>> 29)) * 0xBF58_476D_1CE4_E5B9L;
        return z ^ (z >>> 32);
    }

    static long mix(long hash, CharSequence text) {
        long mixed = hash;
        for (int i = 0; i < text.length(); i++) {
            mixed = mixed * 0x0000_0100_0000_01B3L + text.charAt(i);
        }
        return mix(mixed, text.length());
    }
}
