package io.baton.lab.bench;

import java.util.Arrays;
import java.util.List;

/** The kinds of locks that are compared. */
enum Contender {
    /** Baton's, in process: 16 bytes a lock, first come, first served. */
    SHIFTLOCK("ShiftLock") {
        @Override
        LockArray locks(BenchCase of, int processors) {
            return ShiftLocks.masked(of.locks(), of.clients(), processors);
        }
    },
    /** The same lock in two words, each changed by plain atomics of 8 bytes. */
    SHIFTLOCK_8("ShiftLock-8") {
        @Override
        LockArray locks(BenchCase of, int processors) {
            return ShiftLocks.plain(of.locks(), of.clients(), processors);
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

    /** All kinds, of Baton's own those with the entries that are wanted. */
    static List<Contender> with(boolean masked, boolean plain) {
        return Arrays.stream(values())
            .filter(kind -> (kind != SHIFTLOCK || masked) && (kind != SHIFTLOCK_8 || plain)).toList();
    }

    String label() {
        return label;
    }

    boolean takesPart(BenchCase of) {
        return true;
    }

    abstract LockArray locks(BenchCase of, int processors);
}
