package io.baton.park;

import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Threads of the machine, platform and virtual ones. */
final class MachineParking implements Parking {

    static final MachineParking INSTANCE = new MachineParking();

    private MachineParking() {
    }

    @Override
    public void park(Object blocker) {
        LockSupport.park(blocker);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    @Override
    public void unpark(@Nullable Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public Lock newLock() {
        return new ReentrantLock();
    }

    @Override
    public boolean join(Thread thread, long nanos) throws InterruptedException {
        if (nanos == FOREVER) {
            thread.join();
            return true;
        }
        return !thread.isAlive() || thread.join(Duration.ofNanos(nanos));
    }

    @Override
    public int threadNumber() {
        return (int) Thread.currentThread().threadId();
    }
}
