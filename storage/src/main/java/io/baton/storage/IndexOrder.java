package io.baton.storage;

import io.baton.storage.column.KeyPart;
import java.util.ArrayList;
import java.util.List;

/**
 * How rows are ordered in an index. A row has a 64-bit <em>prefix</em> of its leading columns, which selects the
 * partition, and a 64-bit <em>suffix</em> of all others and the primary key, which gives its place there:
 *
 * <pre>
 *   63                                                     0
 *  +---+-----------+---+-----------+------------------+------+
 *  | n | next part | n | next part | key parts not    | 0... |   n, of a part that may be NULL: 1 if it has a value,
 *  |   |           |   |           | among the parts  |      |   else 0, and 0 in its bits
 *  +---+-----------+---+-----------+------------------+------+
 * </pre>
 *
 * <p>A short part takes its bits, unsigned and in order; what does not fit is cut off. A long one (strings, bytes, wide
 * decimals, UUIDs) takes its head of 64 bits or what is left, and nothing follows it. The whole is stored with its top
 * bit turned, so that suffixes compare as signed longs (storage/spec/2-indexes.md). The order is <em>exact</em> if
 * nothing was cut off and the prefix is not a hash: then two rows of a partition never have the same suffix. Otherwise
 * {@link #compareTies} looks at the rows themselves: remaining parts, then the whole primary key.
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
        firstByte = List.of(indexParts(parts)).stream().mapToInt(IndexPart::firstByte).min().orElse(0);
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

    /** Returns whether two rows of one place also have the same bytes in all parts: -0.0 and 0.0 do not. */
    boolean identical(long rowA, long rowB) {
        for (int i = 0; i < parts(); i++) {
            if (!part(i).identical(rowA, rowB)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether one of the index's columns is NULL. */
    boolean hasNull(long row) {
        for (int i = 0; i < parts(); i++) {
            if (part(i).isNull(row)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether all integers of a row fit into their bits, so that it has a place. */
    boolean places(long row) {
        for (int i = 0; i < parts(); i++) {
            if (!part(i).fits(row)) {
                return false;
            }
        }
        return true;
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
            prefix = hashedPrefix ? part.hash(prefix, row) : part.pack(prefix, row);
        }
        return prefix;
    }

    long startPrefix() {
        return 0;
    }

    /** Returns the prefix with the next leading integer column added. */
    long extendPrefix(long prefix, int column, long value) {
        IndexPart part = leading[column];
        if (!part.part().integer()) {
            throw new IllegalArgumentException("table %s, column %s: it is of type %s, but an integer was given"
                .formatted(part.column().table(), part.column().name(), part.column().type()));
        }
        long checked = IndexPart.checked(part.part(), value);
        return hashedPrefix ? part.hashPresent(prefix, checked) : part.packPresent(prefix, checked);
    }

    long suffix(long row) {
        long suffix = 0;
        int free = 64;
        for (int i = 0; i < suffixParts.length && free > 0; i++) {
            IndexPart part = suffixParts[i];
            suffix |= bits(part, row, free);
            free = after(part, free);
        }
        return suffix ^ Long.MIN_VALUE;
    }

    /**
     * Returns a bound of the suffixes of all rows that agree with the image in the index's first {@code bound} parts
     * and whose next part is within {@code next}, if that is a range: the largest or else the smallest.
     */
    long suffixBound(long image, int bound, RangeBounds next, boolean largest) {
        long suffix = 0;
        int free = 64;
        int equal = bound - leading.length;
        for (int i = 0; i < equal && free > 0; i++) {
            suffix |= bits(suffixParts[i], image, free);
            free = after(suffixParts[i], free);
        }
        IndexPart ranged = next.part();
        if (ranged != null && free > 0) {
            if (ranged.nullable()) {
                suffix |= 1L << (free - 1);
            }
            long bits = largest ? next.highBits(ranged) : next.lowBits(ranged);
            suffix |= cut(ranged, bits, ranged.nullable() ? free - 1 : free);
            free = after(ranged, free);
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
            free -= width(suffixParts[i]);
            if (suffixParts[i].isLong() || free < 0) {
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

    /** Returns the part of a row, and whether it has a value if it may be NULL, at the top of the free bits. */
    private static long bits(IndexPart part, long row, int free) {
        if (!part.nullable()) {
            return cut(part, part.isLong() ? part.head(row) : part.orderedBits(part.value(row)), free);
        }
        if (part.isNull(row)) {
            return 0;
        }
        long value = part.isLong() ? part.head(row) : part.orderedBits(part.value(row));
        return 1L << (free - 1) | cut(part, value, free - 1);
    }

    private static long cut(IndexPart part, long bits, int free) {
        int width = part.isLong() ? 64 : part.bits();
        return free == 0 ? 0 : width <= free ? bits << (free - width) : bits >>> (width - free);
    }

    /** Returns how many of the free bits are left behind a part. */
    private static int after(IndexPart part, int free) {
        return part.isLong() ? 0 : Math.max(0, free - width(part));
    }

    private static int width(IndexPart part) {
        return part.bits() + (part.nullable() ? 1 : 0);
    }

    private static void checkPart(IndexPart part, long row) {
        if (!part.isLong()) {
            part.value(row);
        }
    }

    private static boolean fits(IndexPart[] parts) {
        long bits = 0;
        for (IndexPart part : parts) {
            if (part.isLong()) {
                return false;
            }
            bits += width(part);
        }
        return bits <= 64;
    }

    private static IndexPart[] indexParts(List<KeyPart> parts) {
        return parts.stream().map(IndexPart::new).toArray(IndexPart[]::new);
    }
}
