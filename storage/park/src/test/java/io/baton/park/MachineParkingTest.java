package io.baton.park;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of the machine. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class MachineParkingTest {

    private final Parking parking = Parking.onMachine();

    @Test
    void anUnparkIsRememberedOnce() {
        parking.unpark(Thread.currentThread());
        parking.park(this);
        parking.unpark(null);
        parking.parkNanos(this, 1);
        parking.parkNanos(this, -1);
    }

    @Test
    void theEndOfAThreadIsWaitedFor() throws InterruptedException {
        final Thread parked = new Thread(() -> parking.park(this));
        assertThat(parking.join(parked, 1)).as("never started").isTrue();
        parked.start();
        assertThat(parking.join(parked, 1_000_000)).isFalse();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> parking.join(parked, Parking.FOREVER)).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        Thread.ofVirtual().start(() -> parking.unpark(parked));
        parking.awaitEnd(parked);
        assertThat(Thread.interrupted()).as("the interrupt stays").isTrue();
        assertThat(parked.isAlive()).isFalse();
        assertThat(parking.join(parked, Parking.FOREVER)).isTrue();
    }

    @Test
    void aThreadKeepsItsNumber() {
        final AtomicInteger other = new AtomicInteger();
        parking.awaitEnd(Thread.ofPlatform().start(() -> other.set(parking.threadNumber())));
        assertThat(parking.threadNumber()).isEqualTo(parking.threadNumber()).isNotEqualTo(other.get());
    }
}
