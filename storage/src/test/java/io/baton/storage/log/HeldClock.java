package io.baton.storage.log;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A wall clock that stops the log's writer: it asks for the time before each force, and is answered when let go. */
final class HeldClock implements InstantSource {
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();

    void hold() {
        gate.writeLock().lock();
    }

    void letGo() {
        gate.writeLock().unlock();
    }

    @Override
    public Instant instant() {
        gate.readLock().lock();
        try {
            return LogBox.WALL.instant();
        } finally {
            gate.readLock().unlock();
        }
    }
}
