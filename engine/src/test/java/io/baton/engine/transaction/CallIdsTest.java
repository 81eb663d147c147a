package io.baton.engine.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ids when places have used up theirs, and the engine all that it has reserved; times of calls. */
@Timeout(60)
class CallIdsTest {

    private static final long RESERVED = 2L * CallIdentity.Ids.TAKEN;

    @Test
    void whoHasUsedUpItsIdsGetsOthers() {
        final List<Long> reservations = new ArrayList<>();
        final CallIdentity.Ids ids = new CallIdentity.Ids(() -> {
            reservations.add(reservations.size() * RESERVED);
            return reservations.getLast();
        }, RESERVED);
        final CallIdentity one = new CallIdentity(ids, () -> Instant.EPOCH, () -> 0);
        final CallIdentity other = new CallIdentity(ids, () -> Instant.EPOCH, () -> 0);
        final int calls = 3 * CallIdentity.Ids.TAKEN;
        final Set<Long> given = new HashSet<>();
        for (int call = 0; call < calls; call++) {
            one.begin(0);
            other.begin(0);
            given.add(one.id());
            given.add(other.id());
        }
        assertThat(given).hasSize(2 * calls).allMatch(id -> id > 0 && id <= 3 * RESERVED);
        assertThat(reservations).hasSize(3);
    }

    @Test
    void theTimeOfACallIsWhenItBegan() {
        final AtomicLong nanos = new AtomicLong(50);
        final AtomicLong wallSeconds = new AtomicLong(1_000);
        final CallIdentity call = new CallIdentity(CallIdentity.Ids.inMemory(),
            () -> Instant.ofEpochSecond(wallSeconds.get()), nanos::get);
        call.begin(50);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
        wallSeconds.addAndGet(3);
        assertThat(call.startedAt()).isEqualTo(Instant.ofEpochSecond(1_000));
        wallSeconds.addAndGet(5);
        assertThat(call.startedAt()).isEqualTo(Instant.ofEpochSecond(1_000));
    }
}
