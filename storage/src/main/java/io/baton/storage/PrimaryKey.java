package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * From primary key to row address. A packed key leads there by a {@link HashIndex}, or by an {@link OrderedIndex} if so
 * declared; a wide one always by an {@link OrderedIndex}, which compares its columns.
 */
final class PrimaryKey {
    private final @Nullable HashIndex hashed;
    private final @Nullable OrderedIndex ordered;
    private final int suffixBits;
    private final boolean signedSuffix;

    /** Whether the number of a wide key is the prefix of the index too, as scans bind all columns. */
    private final boolean numberIsPrefix;
    private final KeyLayout key;
    private final TableSchema schema;
    private final Lifetime lifetime;
    /** The rows of a wide key by number, while a history is recorded: that names rows so, thus no two may have one. */
    private final @Nullable HashIndex names;

    PrimaryKey(TableSchema schema, long rowsExpected, boolean versioned, Lifetime lifetime, IndexMemory memory) {
        this.schema = schema;
        this.lifetime = lifetime;
        IndexSchema index = schema.primaryIndex();
        key = schema.keyLayout();
        hashed = index == null ? new HashIndex(memory, rowsExpected) : null;
        ordered = index == null ? null
            : new OrderedIndex(index, schema, OrderedIndex.hasLoneRows(schema) ? rowsExpected : 0, lifetime, memory);
        names = versioned && key.wide() ? new HashIndex(memory, 0) : null;
        numberIsPrefix = OrderedIndex.hasLoneRows(schema);
        suffixBits = index == null ? 0 : index.suffixBits();
        signedSuffix = suffixBits == 64 && schema.keyColumns() == 1;
    }

    @Nullable
    OrderedIndex ordered() {
        return ordered;
    }

    /** Returns the hash table of the keys or, if there is an order, of the prefixes. */
    HashIndex directory() {
        return hashed != null ? hashed : index().directory();
    }

    /** Hands out the addresses of all rows, while no other thread adds or removes any. */
    void forEachRow(LongConsumer consumer) {
        if (hashed != null) {
            hashed.forEachValue(consumer);
        } else {
            index().forEachRow(consumer);
        }
    }

    /** Returns the address of the row with a packed key, or ABSENT. */
    long find(long packed) {
        return hashed != null ? hashed.find(packed) : find(index(), packed);
    }

    /** Gives back all memory. The key is not used afterwards. */
    void free() {
        if (hashed != null) {
            hashed.free();
        } else {
            index().free();
        }
        if (names != null) {
            names.free();
        }
    }

    /** Returns the address of the row with the key of an image, whose number is known, or ABSENT. */
    long find(long number, long image) {
        return key.wide() ? index().findRow(prefix(number, image), image) : find(number);
    }

    /** Loads the line where a look-up of a packed key begins; see {@link HashIndex#touch}. */
    long touch(long packed) {
        return hashed != null ? hashed.touch(packed) : index().touch(index().schema().prefixOfKey(packed));
    }

    /** Loads what a look-up of an image's key, whose number is known, reads first. */
    long touch(long number, long image) {
        return key.wide() ? index().touch(prefix(number, image)) : touch(number);
    }

    /**
     * Makes room for one more row like this image, as far as the memory limit allows it; see {@link HashIndex#reserve}.
     *
     * @return false if there is no room and the limit refuses growth
     */
    boolean reserve(long number, long image) {
        return hashed != null ? hashed.reserve(number) : index().directory().reserve(prefix(number, image));
    }

    /** Adds a row; returns ABSENT, or the address of the row with the same key that is there. */
    long putIfAbsent(long number, long row) {
        return hashed != null ? hashed.putIfAbsent(number, row) : index().insert(prefix(number, row), row);
    }

    /** Removes the row with a packed key and returns its address, or ABSENT. */
    long remove(long packed) {
        return hashed != null ? hashed.remove(packed) : remove(index(), packed);
    }

    /** Removes the row with the key of an image, whose number is known, and returns its address, or ABSENT. */
    long remove(long number, long image) {
        if (!key.wide()) {
            return remove(number);
        }
        long row = find(number, image);
        return row != Table.ABSENT && removeIfThere(number, row) ? row : Table.ABSENT;
    }

    /** Removes the row of a wide key at an address, whose number is known; returns whether it was there. */
    boolean removeIfThere(long number, long row) {
        return index().removeIfThere(prefix(number, row), row);
    }

    /** Names the row in a slot, a copy of an image, by its number; throws if another row has that. */
    void name(long number, long slot, Row image) {
        long other = names == null ? Table.ABSENT : names.putIfAbsent(number, slot);
        if (other != Table.ABSENT) {
            throw key.same(other, image.address()) ? new DuplicateKeyException(schema, image) : twins(image, other);
        }
    }

    /** Takes a row its name again. */
    void unname(long row) {
        if (names != null) {
            names.remove(key.keyOf(row), row);
        }
    }

    /** Throws if another row than that of a probe, which may be absent, is named by the number of the probe's key. */
    void checkNumber(long number, Row probe) {
        long other = names == null ? Table.ABSENT : names.find(number);
        if (other != Table.ABSENT && !key.same(other, probe.address())) {
            throw twins(probe, other);
        }
    }

    private StorageException twins(Row image, long other) {
        var there = new Row(schema);
        there.wrap(lifetime, other, false);
        return new StorageException(schema.name(), ("table %s: the keys %s and %s have the same hash, and a history"
            + " names rows by it; give one another key, or record no history").formatted(
                schema.name(), schema.describe(image), schema.describe(there)));
    }

    /** The prefix of a row or image in the ordered index. */
    private long prefix(long number, long image) {
        return numberIsPrefix ? number : index().order().prefix(image);
    }

    private OrderedIndex index() {
        if (ordered == null) {
            throw new IllegalStateException("a primary key is either hashed or ordered");
        }
        return ordered;
    }

    private long find(OrderedIndex index, long key) {
        return index.find(index.schema().prefixOfKey(key), suffix(key));
    }

    private long remove(OrderedIndex index, long key) {
        return index.remove(index.schema().prefixOfKey(key), suffix(key));
    }

    /** The key's bits behind the prefix, moved to the top, as {@link IndexOrder#suffix} lays them out. */
    private long suffix(long key) {
        long bits = suffixBits == 0 ? 0 : signedSuffix ? key ^ Long.MIN_VALUE : key << (64 - suffixBits);
        return bits ^ Long.MIN_VALUE;
    }
}
