package io.baton.storage;

import io.baton.storage.column.KeyPart;
import java.util.ArrayList;
import java.util.List;

/**
 * How rows are ordered in an index. A row has a 64-bit <em>prefix</em> of its leading columns, which selects the
 * partition, and a 64-bit <em>suffix</em> of all others and the primary key, which gives its place there:
 *
 * <pre>
 *   63                                              0
 *  +-----------+-----------+------------------+------+
 *  | next part | next part | key parts not    | 0... |   integers: their bits, a 64-bit one with its sign turned;
 *  |           |           | among the parts  |      |   what does not fit is cut off. A string: its first bytes,
 *  +-----------+-----------+------------------+------+   and then nothing more, for a string has no fixed end.
 * </pre>
 *
 * <p>The whole is stored with its top bit turned, so that suffixes compare as signed longs. The order is
 * <em>exact</em> if nothing was cut off and the prefix is not a hash: then two rows of a partition never have the same
 * suffix. Otherwise {@link #compareTies} looks at the rows themselves: remaining parts, then the whole primary key.
 */
final class IndexOrder {
    private final IndexPart[] leading;
    private final IndexPart[] remaining;
    private final IndexPart[] primaryKey;
    /** Remaining parts, then parts of the primary key that are not among the index's parts. */
    private final IndexPart[] suffixParts;
    private final boolean hashedPrefix;
    private final boolean exact;
    private final int firstByte;
    private final int endByte;

    IndexOrder(List<KeyPart> parts, int scanColumns, List<KeyPart> primaryKeyParts) {
        leading = indexParts(parts.subList(0, scanColumns));
        remaining = indexParts(parts.subList(scanColumns, parts.size()));
        primaryKey = indexParts(primaryKeyParts);
        var suffix = new ArrayList<KeyPart>(parts.subList(scanColumns, parts.size()));
        for (KeyPart part : primaryKeyParts) {
            if (parts.stream().noneMatch(p -> p.column().equals(part.column()))) {
                suffix.add(part);
            }
        }
        suffixParts = indexParts(suffix);
        hashedPrefix = !fits(leading);
        exact = !hashedPrefix && fits(suffixParts);
        firstByte = parts.stream().mapToInt(p -> p.column().offset()).min().orElse(0);
        endByte = List.of(indexParts(parts)).stream().mapToInt(IndexPart::endByte).max().orElse(0);
    }

    boolean exact() {
        return exact;
    }

    /** Returns the parts of the index in order, without the primary key. */
    IndexPart part(int i) {
        return i < leading.length ? leading[i] : remaining[i - leading.length];
    }

    int parts() {
        return leading.length + remaining.length;
    }

    /** Returns whether a change of these bytes of a row may change its place. */
    boolean touches(int from, int to) {
        return from < endByte && to > firstByte;
    }

    /** Returns whether two images of one row have different places. */
    boolean differs(long rowA, long rowB) {
        for (IndexPart part : leading) {
            if (part.compare(rowA, rowB) != 0) {
                return true;
            }
        }
        for (IndexPart part : remaining) {
            if (part.compare(rowA, rowB) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Throws if an integer does not fit into its bits. */
    void check(long row) {
        for (IndexPart part : leading) {
            checkPart(part, row);
        }
        for (IndexPart part : remaining) {
            checkPart(part, row);
        }
    }

    long prefix(long row) {
        long prefix = startPrefix();
        for (IndexPart part : leading) {
            prefix = hashedPrefix ? part.hash(prefix, row) : shifted(prefix, part) | part.value(row);
        }
        return prefix;
    }

    long startPrefix() {
        return 0;
    }

    /** Returns the prefix with the next leading integer column added. */
    long extendPrefix(long prefix, int column, long value) {
        IndexPart part = leading[column];
        if (part.isString()) {
            throw new IllegalArgumentException("table %s, column %s: a string, but an integer was given"
                .formatted(part.column().table(), part.column().name()));
        }
        long checked = IndexPart.checked(part.part(), value);
        return hashedPrefix ? Hash.combine(prefix, checked) : shifted(prefix, part) | checked;
    }

    long suffix(long row) {
        long suffix = 0;
        int free = 64;
        for (int i = 0; i < suffixParts.length && free > 0; i++) {
            IndexPart part = suffixParts[i];
            suffix |= cut(part, part.isString() ? part.head(row) : part.orderedBits(part.value(row)), free);
            free = part.isString() ? 0 : Math.max(0, free - part.bits());
        }
        return suffix ^ Long.MIN_VALUE;
    }

    /**
     * Returns a bound of the suffixes of all rows that agree with the image in the index's first {@code bound} parts
     * and whose next part, if {@code next}, is {@code nextValue}: the largest or else the smallest.
     */
    long suffixBound(long image, int bound, boolean next, long nextValue, boolean largest) {
        long suffix = 0;
        int free = 64;
        int given = bound - leading.length + (next ? 1 : 0);
        for (int i = 0; i < given && free > 0; i++) {
            IndexPart part = suffixParts[i];
            boolean isNext = next && i == given - 1;
            long bits = part.isString() ? part.head(image)
                : part.orderedBits(isNext ? nextValue : part.value(image));
            suffix |= cut(part, bits, free);
            free = part.isString() ? 0 : Math.max(0, free - part.bits());
        }
        if (largest && free > 0) {
            suffix |= -1L >>> (64 - free);
        }
        return suffix ^ Long.MIN_VALUE;
    }

    /** Returns whether suffix bounds say all there is to say about the first {@code bound} parts. */
    boolean boundsAreExact(int bound) {
        if (hashedPrefix) {
            return false;
        }
        int free = 64;
        for (int i = 0; i < bound - leading.length; i++) {
            free -= suffixParts[i].bits();
            if (suffixParts[i].isString() || free < 0) {
                return false;
            }
        }
        return true;
    }

    /** Compares two rows by all parts, then by the primary key. */
    int compare(long rowA, long rowB) {
        for (IndexPart part : leading) {
            int difference = part.compare(rowA, rowB);
            if (difference != 0) {
                return difference;
            }
        }
        return compareTies(rowA, rowB);
    }

    /** Compares two rows with the same leading columns by what follows: remaining parts, then the primary key. */
    int compareTies(long rowA, long rowB) {
        for (IndexPart part : remaining) {
            int difference = part.compare(rowA, rowB);
            if (difference != 0) {
                return difference;
            }
        }
        for (IndexPart part : primaryKey) {
            int difference = part.compare(rowA, rowB);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private static long cut(IndexPart part, long bits, int free) {
        int width = part.isString() ? 64 : part.bits();
        return width <= free ? bits << (free - width) : bits >>> (width - free);
    }

    private static long shifted(long prefix, IndexPart part) {
        return part.bits() == 64 ? 0 : prefix << part.bits();
    }

    private static void checkPart(IndexPart part, long row) {
        if (!part.isString()) {
            part.value(row);
        }
    }

    private static boolean fits(IndexPart[] parts) {
        long bits = 0;
        for (IndexPart part : parts) {
            if (part.isString()) {
                return false;
            }
            bits += part.bits();
        }
        return bits <= 64;
    }

    private static IndexPart[] indexParts(List<KeyPart> parts) {
        return parts.stream().map(IndexPart::new).toArray(IndexPart[]::new);
    }
}
