package io.baton.lab.bench;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;

/** An array of the JDK's read-write locks. */
final class ReentrantLocks implements LockArray {

    private final ReentrantReadWriteLock[] locks;

    ReentrantLocks(int count, boolean fair) {
        locks = Stream.generate(() -> new ReentrantReadWriteLock(fair)).limit(count)
            .toArray(ReentrantReadWriteLock[]::new);
    }

    @Override
    public LockUser user() {
        return new User(locks);
    }

    @Override
    public void close() {
        // The garbage collector takes them.
    }

    private static final class User implements LockUser {

        private final ReentrantReadWriteLock[] locks;

        User(ReentrantReadWriteLock[] locks) {
            this.locks = locks;
        }

        @Override
        public void acquireExclusive(int lock) {
            locks[lock].writeLock().lock();
        }

        @Override
        public void releaseExclusive(int lock) {
            locks[lock].writeLock().unlock();
        }

        @Override
        public void acquireShared(int lock) {
            locks[lock].readLock().lock();
        }

        @Override
        public void releaseShared(int lock) {
            locks[lock].readLock().unlock();
        }

        @Override
        public void close() {
            // Nothing is held outside the locks.
        }
    }
}
