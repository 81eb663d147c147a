package io.baton.explore.graph;

/**
 * Numbers digests in the order in which they come: 12 bytes a slot, of which three quarters are taken on average. It
 * has segments, chosen by the first bits of the scrambled digest, of which each grows on its own by an eighth: no large
 * array is ever copied, few slots are free in vain, and no array is so large that G1 gives it regions of its own (below
 * 400 million digests). Within a segment the next free slot is taken (linear probing). Not thread-safe.
 */
final class DigestTable {

    private static final int SEGMENT_BITS = 13;
    private static final int SLOTS_FIRST = 8;
    /** Of so many slots at most... */
    private static final int LOAD_OF = 5;
    /** ...so many are taken. */
    private static final int LOAD_MAX = 4;
    private static final int GROWTH_SHIFT = 3;
    private static final long SCRAMBLE = 0x9E37_79B9_7F4A_7C15L;

    private final Segment[] segments = new Segment[1 << SEGMENT_BITS];
    private int size;

    /** Slots whose number is 0 are free; otherwise it is that of the digest, plus 1. */
    private static final class Segment {

        private long[] digests = new long[SLOTS_FIRST];
        private int[] numbers = new int[SLOTS_FIRST];
        private int taken;

        /** Where a digest is, or the free slot where it would be. */
        int slot(long digest) {
            final long spread = ((digest * SCRAMBLE) << SEGMENT_BITS) >>> Integer.SIZE;
            int slot = (int) ((spread * numbers.length) >>> Integer.SIZE);
            while (numbers[slot] != 0 && digests[slot] != digest) {
                slot = slot + 1 == numbers.length ? 0 : slot + 1;
            }
            return slot;
        }

        void put(int slot, long digest, int number) {
            digests[slot] = digest;
            numbers[slot] = number + 1;
            taken++;
            if ((long) taken * LOAD_OF > (long) numbers.length * LOAD_MAX) {
                grow();
            }
        }

        private void grow() {
            final long[] oldDigests = digests;
            final int[] oldNumbers = numbers;
            final int slots = oldNumbers.length + (oldNumbers.length >>> GROWTH_SHIFT);
            digests = new long[slots];
            numbers = new int[slots];
            for (int i = 0; i < oldNumbers.length; i++) {
                if (oldNumbers[i] != 0) {
                    final int slot = slot(oldDigests[i]);
                    digests[slot] = oldDigests[i];
                    numbers[slot] = oldNumbers[i];
                }
            }
        }

        boolean containsAll(Segment other) {
            for (int i = 0; i < other.numbers.length; i++) {
                if (other.numbers[i] != 0 && numbers[slot(other.digests[i])] == 0) {
                    return false;
                }
            }
            return true;
        }
    }

    DigestTable() {
        for (int i = 0; i < segments.length; i++) {
            segments[i] = new Segment();
        }
    }

    /**
     * Numbers a digest.
     *
     * @param digest any number
     * @return its number; negative (minus the number, minus 1) if it was not known
     * @throws IllegalStateException if there are more than an int can count
     */
    int number(long digest) {
        final Segment segment = segments[(int) ((digest * SCRAMBLE) >>> (Long.SIZE - SEGMENT_BITS))];
        final int slot = segment.slot(digest);
        if (segment.numbers[slot] != 0) {
            return segment.numbers[slot] - 1;
        }
        if (size == Integer.MAX_VALUE) {
            throw new IllegalStateException("more than " + size + " states: take a smaller scenario");
        }
        segment.put(slot, digest, size);
        return -++size;
    }

    int size() {
        return size;
    }

    boolean sameDigests(DigestTable other) {
        if (size != other.size) {
            return false;
        }
        for (int i = 0; i < segments.length; i++) {
            if (!segments[i].containsAll(other.segments[i])) {
                return false;
            }
        }
        return true;
    }
}
