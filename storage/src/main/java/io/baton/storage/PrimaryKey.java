package io.baton.storage;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** From packed primary key to row address: a {@link HashIndex}, or an {@link OrderedIndex} if so declared. */
final class PrimaryKey {
    private final @Nullable HashIndex hashed;
    private final @Nullable OrderedIndex ordered;
    private final int suffixBits;
    private final boolean signedSuffix;

    PrimaryKey(TableSchema schema, long rowsExpected, Lifetime lifetime, IndexMemory memory) {
        IndexSchema index = schema.primaryIndex();
        hashed = index == null ? new HashIndex(memory, rowsExpected) : null;
        ordered = index == null ? null : new OrderedIndex(index, schema, lifetime, memory);
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

    /** Returns the key of a prefix and suffix of the ordered index. */
    long key(long prefix, long suffix) {
        long bits = suffix ^ Long.MIN_VALUE;
        if (suffixBits == 0) {
            return prefix;
        }
        if (suffixBits == 64) {
            return signedSuffix ? bits ^ Long.MIN_VALUE : bits;
        }
        return prefix << suffixBits | bits >>> (64 - suffixBits);
    }

    /** Gives back all memory; nobody uses the key any more. */
    void free() {
        if (hashed != null) {
            hashed.free();
        } else {
            index().free();
        }
    }

    long find(long key) {
        return hashed != null ? hashed.find(key) : find(index(), key);
    }

    /** Loads the line where a look-up of the key begins; see {@link HashIndex#touch}. */
    long touch(long key) {
        return hashed != null ? hashed.touch(key) : index().touch(index().schema().prefixOfKey(key));
    }

    /**
     * Makes room for one more row like this image, as far as the memory limit allows it; see {@link HashIndex#reserve}.
     *
     * @return false if there is no room and the limit refuses growth
     */
    boolean reserve(long key, long image) {
        return hashed != null ? hashed.reserve(key) : index().reserve(image);
    }

    long putIfAbsent(long key, long row) {
        return hashed != null ? hashed.putIfAbsent(key, row) : index().insert(row);
    }

    long remove(long key) {
        return hashed != null ? hashed.remove(key) : remove(index(), key);
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
