package io.baton.lab.bench;

/** Many locks of one kind. Thread-safe. */
interface LockArray extends AutoCloseable {

    LockUser user();

    @Override
    void close();
}
