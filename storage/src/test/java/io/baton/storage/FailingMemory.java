package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.MemoryAccount;

/** Index memory that fails when asked. */
final class FailingMemory extends IndexMemory {
    /** How many blocks there still are; -1 for any number. */
    int takesUntilFailure = -1;

    FailingMemory(MemoryAccount account) {
        super(account);
    }

    @Override
    public long take(int sizeClass) {
        if (takesUntilFailure >= 0 && takesUntilFailure-- == 0) {
            throw new OutOfMemoryError("injected");
        }
        return super.take(sizeClass);
    }
}
