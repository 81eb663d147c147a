package io.baton.storage;

import java.util.Arrays;

/**
 * Walks over the keys of a {@link HashIndex} while other threads put and remove: those that are there all the time come
 * once, no key comes twice. Between two calls it holds nothing. One thread.
 *
 * <p>The order is that of the segments and, within one, of the hashes' bits read from the last to the first: when a
 * segment's table doubles, each of its slots becomes two neighbours in that order, so a place in it stays what it was.
 */
final class DirectoryWalk {
    private final HashIndex directory;
    /** What one slot has. */
    private final Keys found = new Keys();
    private int nextFound;
    private int segment;
    /** Where in the segment to go on, in the order of reversed hashes. */
    private long place;

    DirectoryWalk(HashIndex directory) {
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
