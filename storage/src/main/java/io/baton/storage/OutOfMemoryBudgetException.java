package io.baton.storage;

import io.baton.storage.memory.MemoryAccount;

/** The tables of a storage have reached the limit of their memory, so that no row can be added. Nothing was changed. */
public final class OutOfMemoryBudgetException extends StorageException {
    private static final long serialVersionUID = 1L;

    OutOfMemoryBudgetException(TableSchema table, long rowsExpected, MemoryAccount account) {
        super(table.name(), ("table %s cannot be added with %d rows expected: rows and indexes take %d of %d bytes of"
            + " memory; expect fewer rows, or raise the limit").formatted(
                table.name(), rowsExpected, account.bytes(), account.limitBytes()));
    }

    OutOfMemoryBudgetException(String table, MemoryAccount account) {
        super(table, ("no row can be added to table %s: rows and indexes take %d of %d bytes of memory;"
            + " delete rows, or raise the limit").formatted(table, account.bytes(), account.limitBytes()));
    }
}
