package io.baton.deploy.bench;

/** The kinds of locks that are compared. */
enum Contender {
    /** Baton's, in process: 16 bytes a lock, first come, first served. */
    SHIFTLOCK("ShiftLock") {
        @Override
        LockArray locks(BenchCase of, int processors) {
            return new ShiftLocks(of.locks(), of.clients(), processors);
        }
    },
    /** The JDK's read-write lock, in its default, unfair mode. */
    REENTRANT("ReentrantReadWriteLock") {
        @Override
        LockArray locks(BenchCase of, int processors) {
            return new ReentrantLocks(of.locks(), false);
        }
    },
    /** The same in its fair mode: first come, first served, as ShiftLock. Compared where clients wait. */
    REENTRANT_FAIR("ReentrantReadWriteLock(fair)") {
        @Override
        LockArray locks(BenchCase of, int processors) {
            return new ReentrantLocks(of.locks(), true);
        }

        @Override
        boolean takesPart(BenchCase of) {
            return of.contended();
        }
    },
    /** The JDK's lighter read-write lock, not reentrant. */
    STAMPED("StampedLock") {
        @Override
        LockArray locks(BenchCase of, int processors) {
            return new StampedLocks(of.locks());
        }
    };

    private final String label;

    Contender(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    boolean takesPart(BenchCase of) {
        return true;
    }

    abstract LockArray locks(BenchCase of, int processors);
}
