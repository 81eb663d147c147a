package io.baton.lab.bench;

/** One client's access to a {@link LockArray}. Holds one lock at a time; for one thread. */
interface LockUser extends AutoCloseable {

    void acquireExclusive(int lock);

    void releaseExclusive(int lock);

    void acquireShared(int lock);

    void releaseShared(int lock);

    @Override
    void close();
}
