package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.park.Parking;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for each other in virtual time. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
@SuppressWarnings({"WaitNotInLoop", "LockNotBeforeTry"}) // No wait ends without a reason, and nothing is thrown.
final class SimParkingTest {

    private final Cluster cluster = new Cluster(TestModel.model(), 64, 1);
    private final Parking parking = cluster.parking();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private void see(String what) {
        seen.add(cluster.clock().nanoTime() + " " + what);
    }

    private Thread start(Runnable body) {
        final Thread thread = cluster.threads().newThread(body);
        thread.start();
        return thread;
    }

    @Test
    void aParkEndsWithAnUnparkOrTheTime() {
        cluster.client("client", () -> {
            final Thread me = Thread.currentThread();
            start(() -> {
                cluster.work(70);
                parking.unpark(me);
            });
            parking.park(this);
            see("unparked");
            parking.parkNanos(this, 30);
            see("time");
            parking.unpark(me);
            parking.unpark(me);
            parking.parkNanos(this, 1_000);
            see("had been unparked");
            parking.parkNanos(this, 5);
            see("once");
            parking.parkNanos(this, 0);
            see("nothing");
        });
        cluster.run();
        assertThat(seen).containsExactly("70 unparked", "100 time", "100 had been unparked", "105 once", "105 nothing");
    }

    @Test
    void anUnparkThatComesWithTheTimeDoesNotEndTheNextPark() {
        cluster.client("client", () -> {
            final Thread me = Thread.currentThread();
            start(() -> {
                cluster.work(70);
                parking.unpark(me);
                parking.unpark(me);
            });
            cluster.work(10);
            parking.parkNanos(this, 60);
            see("first");
            parking.parkNanos(this, 10);
            see("second");
        });
        cluster.run();
        assertThat(seen).containsExactly("70 first", "80 second");
    }

    @Test
    void aLockIsHeldWhileItsHolderWaits() {
        final Lock lock = parking.newLock();
        for (int i = 0; i < 3; i++) {
            final int number = i;
            cluster.client("client " + i, () -> {
                assertThat(lock.tryLock()).isEqualTo(number == 0);
                if (number > 0) {
                    lock.lock();
                }
                lock.lock();
                try {
                    see("client " + number);
                    cluster.work(10);
                } finally {
                    lock.unlock();
                    lock.unlock();
                }
            });
        }
        cluster.run();
        assertThat(seen).containsExactly("0 client 0", "10 client 1", "20 client 2");
    }

    @Test
    void aConditionGivesTheLockUpAndTakesItAgain() {
        final Lock lock = parking.newLock();
        final Condition condition = lock.newCondition();
        for (int i = 0; i < 3; i++) {
            final int number = i;
            cluster.client("waiter " + i, () -> {
                lock.lock();
                try {
                    lock.lock();
                    condition.awaitUninterruptibly();
                    lock.unlock();
                    see("waiter " + number);
                    cluster.work(5);
                } finally {
                    lock.unlock();
                }
            });
        }
        cluster.client("signaller", () -> {
            cluster.work(10);
            lock.lock();
            condition.signal();
            cluster.work(10);
            lock.unlock();
            cluster.work(80);
            lock.lock();
            condition.signalAll();
            lock.unlock();
        });
        cluster.run();
        assertThat(seen).containsExactly("20 waiter 0", "100 waiter 1", "105 waiter 2");
    }

    @Test
    void aConditionTellsHowMuchTimeIsLeft() {
        final Lock lock = parking.newLock();
        final Condition condition = lock.newCondition();
        cluster.client("waiter", () -> {
            lock.lock();
            try {
                see("left " + condition.awaitNanos(50));
                see("left " + condition.awaitNanos(50));
                see("signalled " + condition.await(50, TimeUnit.NANOSECONDS));
                see("left " + condition.awaitNanos(-1));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        });
        cluster.client("signaller", () -> {
            cluster.work(20);
            lock.lock();
            condition.signal();
            lock.unlock();
        });
        cluster.run();
        assertThat(seen).containsExactly("20 left 30", "70 left 0", "120 signalled false", "120 left 0");
    }

    @Test
    void theEndOfAThreadIsWaitedFor() {
        cluster.client("client", () -> {
            final Thread worker = start(() -> cluster.work(40));
            try {
                see("" + parking.join(worker, 15));
                see("" + parking.join(worker, Parking.FOREVER));
                see("" + parking.join(worker, 15));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(parking.threadNumber()).isEqualTo(1);
        });
        cluster.run();
        assertThat(seen).containsExactly("15 false", "40 true", "40 true");
        assertThat(parking.threadNumber()).as("the owner's").isZero();
    }

    @Test
    void aWaitThatNobodyEndsIsToldOf() {
        cluster.client("sleeper", () -> parking.park(this));
        cluster.client("waiter", () -> {
            final Lock lock = parking.newLock();
            lock.lock();
            lock.newCondition().awaitUninterruptibly();
        });
        assertThatThrownBy(cluster::run).hasMessageContaining("sleeper waits for an unpark since 0 ns")
            .hasMessageContaining("waiter waits for a condition since 0 ns");
    }

    @Test
    void mistakesAreRefused() {
        final Lock lock = parking.newLock();
        final Condition condition = lock.newCondition();
        cluster.client("client", () -> {
            assertThatThrownBy(() -> parking.unpark(new Thread())).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
            assertThatThrownBy(condition::signal).isInstanceOf(IllegalMonitorStateException.class);
            assertThatThrownBy(condition::awaitUninterruptibly).isInstanceOf(IllegalMonitorStateException.class);
        });
        cluster.run();
        assertThatThrownBy(() -> parking.park(this)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("cannot wait in virtual time");
    }
}
