package io.baton.engine.transaction;

import io.baton.storage.IndexCursor;
import io.baton.storage.IndexRange;
import io.baton.storage.Row;
import io.baton.storage.UniqueViolationException;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks before a commit that no two rows will have the same values in one unique index. The prefixes that the
 * transaction's rows leave and enter are locked, so nobody else changes what is looked at. Only the rows as they will
 * be count: values may move from one row to another within a transaction. One thread.
 */
final class UniqueCheck {

    /** With more rows than this, room for them is not kept for later transactions. */
    private static final int KEPT = 1 << 10;

    private final TableContext context;
    final EngineTable.EngineIndex index;
    private final IndexRange range;
    private final IndexCursor cursor;
    /** The transaction's rows that have been checked, by prefix; of those with one prefix the last. */
    private final Long2ObjectHashMap<Write> checked = new Long2ObjectHashMap<>();

    UniqueCheck(TableContext context, EngineTable.EngineIndex index) {
        this.context = context;
        this.index = index;
        this.range = new IndexRange(index.schema);
        this.cursor = new IndexCursor(index.order);
    }

    /** Ends an attempt: forgets what was checked. */
    void end() {
        final boolean many = checked.size() > KEPT;
        checked.clear();
        if (many) {
            checked.compact();
        }
    }

    /**
     * Checks a row that comes, or gets other values in the index.
     *
     * @throws UniqueViolationException if another row will have the same values
     */
    void check(Write write, WriteSet writes) {
        if (index.schema.hasNull(write.image)) {
            return;
        }
        range.clear().equalTo(write.image);
        cursor.open(range);
        while (cursor.next()) {
            final Row stored = context.stored(cursor.address());
            final Write own = writes.find(context, stored);
            if (own != write && (own == null || staysEqual(own))) {
                throw violation(write, stored);
            }
        }
        final Write before = checked.put(range.prefix(), write);
        if (before != null) {
            checkAmongOwn(write);
        }
    }

    /** Some row of the transaction has the same prefix; if prefixes are hashes, perhaps not the same values. */
    private void checkAmongOwn(Write write) {
        for (int i = 0; i < context.writeCount(); i++) {
            final Write other = context.write(i);
            if (other != write && staysEqual(other)) {
                throw violation(write, other.image);
            }
        }
    }

    private boolean staysEqual(@Nullable Write own) {
        return own != null && own.visible() && range.contains(own.image);
    }

    private UniqueViolationException violation(Write write, Row present) {
        return new UniqueViolationException(context.schema, index.schema, write.image, present);
    }
}
