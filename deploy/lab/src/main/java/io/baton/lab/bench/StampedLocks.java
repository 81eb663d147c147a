package io.baton.lab.bench;

import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;

/** An array of the JDK's stamped locks. */
final class StampedLocks implements LockArray {

    private final StampedLock[] locks;

    StampedLocks(int count) {
        locks = Stream.generate(StampedLock::new).limit(count).toArray(StampedLock[]::new);
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

        private final StampedLock[] locks;
        private long stamp;

        User(StampedLock[] locks) {
            this.locks = locks;
        }

        @Override
        public void acquireExclusive(int lock) {
            stamp = locks[lock].writeLock();
        }

        @Override
        public void releaseExclusive(int lock) {
            locks[lock].unlockWrite(stamp);
        }

        @Override
        public void acquireShared(int lock) {
            stamp = locks[lock].readLock();
        }

        @Override
        public void releaseShared(int lock) {
            locks[lock].unlockRead(stamp);
        }

        @Override
        public void close() {
            // Nothing is held outside the locks.
        }
    }
}
