package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.Memory;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A concurrent map from any long to a long that is not 0: primary keys to row addresses, prefixes to rows and
 * partitions. Reads take no latch and allocate nothing; they wait for a writer that is inside their segment, longest
 * while its table is copied to one twice as large. Writers of different segments do not meet.
 */
final class HashIndex {
    private static final int SEGMENTS_MAX = 256;
    private static final int ENTRIES_PER_SEGMENT = 64;

    private final HashSegment[] segments;
    private final int shift;

    HashIndex(IndexMemory memory, long entriesExpected) {
        int count = 16;
        while (count < SEGMENTS_MAX && (long) count * ENTRIES_PER_SEGMENT < entriesExpected) {
            count *= 2;
        }
        segments = new HashSegment[count];
        for (int i = 0; i < count; i++) {
            segments[i] = new HashSegment(memory, entriesExpected / count);
        }
        shift = Long.numberOfLeadingZeros(count) + 1;
    }

    /** Returns the key's value, or 0. */
    long find(long key) {
        long hash = mix(key);
        return segment(hash).find(key, hash);
    }

    /**
     * Loads the line where a look-up of the key begins, so that a later one does not wait for memory, and returns
     * something of it, which the caller uses for anything, lest the compiler drop the load. Loads for several keys in a
     * row overlap.
     */
    long touch(long key) {
        long hash = mix(key);
        return segment(hash).touch(hash);
    }

    /**
     * Makes room for one more entry, as far as the memory limit allows it; what is seen of the index does not change.
     * After that, {@link #putIfAbsent} hardly ever needs memory, and never fails for the limit's sake.
     *
     * @return false if there is no room and the limit refuses growth
     */
    boolean reserve(long key) {
        return segment(mix(key)).reserve();
    }

    /** Adds the pair and returns 0, or returns the value that the key already has. */
    long putIfAbsent(long key, long value) {
        long hash = mix(key);
        return segment(hash).putIfAbsent(key, hash, value);
    }

    /** Removes the key and returns its value, or 0 if it is not there. */
    long remove(long key) {
        long hash = mix(key);
        return segment(hash).remove(key, hash, 0);
    }

    /** Gives the key another value if it has the expected one, which is not 0; returns whether it had. */
    boolean replace(long key, long expected, long value) {
        long hash = mix(key);
        return segment(hash).replace(key, hash, expected, value);
    }

    /** Removes the key if it has the expected value, which is not 0; returns whether it had. */
    boolean remove(long key, long expected) {
        long hash = mix(key);
        return segment(hash).remove(key, hash, expected) != 0;
    }

    /**
     * Copies the lone row that is the key's value, if it is one, so that the key has it from the beginning to the end
     * of the copying. Takes the segment's latch only if others keep coming in between.
     *
     * @param first the first byte of the row that is copied
     * @param end the byte behind the last one
     * @param image where the row would begin in the copy
     * @return the key's value
     */
    long copyLoneRow(long key, int first, int end, long image) {
        long hash = mix(key);
        HashSegment segment = segment(hash);
        for (int attempt = 0; attempt < TableCopy.ATTEMPTS_BEFORE_LATCH; attempt++) {
            long stamp = segment.readStamp();
            long value = segment.find(key, hash);
            if (!OrderedIndex.isLoneRow(value)) {
                return value;
            }
            Memory.copy(value + first, image + first, end - first);
            if (segment.unchangedSince(stamp)) {
                return value;
            }
        }
        long inside = segment.latch();
        try {
            long value = segment.findLatched(key, hash);
            if (OrderedIndex.isLoneRow(value)) {
                Memory.copy(value + first, image + first, end - first);
            }
            segment.unlatchUnchanged();
            return value;
        } catch (Throwable e) {
            segment.stamp = inside + 1;
            throw e;
        }
    }

    /** Hands out all values, while no other thread puts or removes. */
    void forEachValue(LongConsumer consumer) {
        for (HashSegment segment : segments) {
            segment.forEachValue(consumer);
        }
    }

    /** Gives back all memory. The index is not used afterwards. */
    void free() {
        for (HashSegment segment : segments) {
            segment.free();
        }
    }

    int segments() {
        return segments.length;
    }

    HashSegment segment(int number) {
        return segments[number];
    }

    /** The segment comes from the hash's top bits, the slot within it from its low bits. */
    private HashSegment segment(long hash) {
        return segments[(int) (hash >>> shift)];
    }

    /** Returns the hash of a key or prefix: the finaliser of MurmurHash3, variant 13 of Stafford. */
    static long mix(long key) {
        long h = (key ^ key >>> 30) * 0xBF58476D1CE4E5B9L;
        h = (h ^ h >>> 27) * 0x94D049BB133111EBL;
        return h ^ h >>> 31;
    }

    /** Returns the hash of a sequence continued by one value. */
    static long combine(long hash, long value) {
        return mix((hash + 0x9E3779B97F4A7C15L) * 31 ^ value);
    }

    /**
     * Walks over the keys of a {@link HashIndex} while other threads put and remove: those that are there all the time
     * come once, no key comes twice. Between two calls it holds nothing. One thread.
     *
     * <p>The order is that of the segments and, within one, of the hashes' bits read from the last to the first: when a
     * segment's table doubles, each of its slots becomes two neighbours in that order, so a place in it stays what it
     * was.
     */
    static final class Walk {
        private final HashIndex directory;
        /** The contents of one slot. */
        private final Keys found = new Keys();
        private int nextFound;
        private int segment;
        /** Where in the segment to go on, in the order of reversed hashes. */
        private long place;

        Walk(HashIndex directory) {
            this.directory = directory;
        }

        /** Returns whether there is one more key. */
        boolean hasNext() {
            return nextFound < found.count || find();
        }

        /** Returns the next key, of which {@link #hasNext} knows. */
        long next() {
            return found.keys[nextFound++];
        }

        /** Finds the next slot that has something. */
        private boolean find() {
            nextFound = 0;
            found.clear();
            while (found.count == 0 && segment < directory.segments()) {
                place = directory.segment(segment).keysAt(place, found);
                if (place == 0) {
                    segment++;
                }
            }
            return found.count > 0;
        }

        /** A list of longs. */
        static final class Keys {
            private long[] keys = new long[8];
            private int count;

            void clear() {
                count = 0;
            }

            void add(long key) {
                if (count == keys.length) {
                    keys = Arrays.copyOf(keys, 2 * count);
                }
                keys[count++] = key;
            }
        }
    }
}
