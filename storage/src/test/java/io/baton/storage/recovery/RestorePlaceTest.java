package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.codec.DamagedException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log that looks damaged is read again, but not for ever. */
@Timeout(30)
class RestorePlaceTest {
    private static final Manifest CHECKPOINT = new Manifest(new UUID(1, 2), 1, true, false, 0, 0, 0, 1, List.of());

    private static int reads(IntFunction<String> damage) {
        var reads = new AtomicInteger();
        assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> RestorePlace.find(lsn -> {
            throw new DamagedException(damage.apply(reads.incrementAndGet()));
        }, CHECKPOINT, new RestoreTarget.End())).withMessage(damage.apply(reads.get()));
        return reads.get();
    }

    @Test
    void damageThatIsThereTwiceIsDamage() {
        assertThat(reads(read -> "at LSN 17")).isEqualTo(2);
    }

    @Test
    void damageThatMovesIsBelievedInTheEnd() {
        assertThat(reads(read -> "at LSN " + read)).isEqualTo(RestorePlace.READS_MAX);
    }
}
