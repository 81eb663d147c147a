package io.baton.rival.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.VerbCounters;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalStage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RmaRwLockTest {

    private static final long MARKER = 8;
    private static final long DEPARTURE = 1L << 32;
    private static final long FLAG = 1L << 31;

    private static RivalStage stage(int writers, int readers) {
        return new RivalStage(
            fabric -> new RmaRwTable(fabric, 4, new SplittableRandom(1), new RmaRwThresholds(writers, readers)));
    }

    private static RmaRwClient client(RivalStage stage) {
        return (RmaRwClient) stage.client();
    }

    private static List<RmaRwClient> readers(RivalStage stage, int count) {
        final List<RmaRwClient> readers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final RmaRwClient reader = client(stage);
            assertThat(reader.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            readers.add(reader);
        }
        return readers;
    }

    @Test
    void freeLockCostsAWriterFourAtomicsAndThreeReadsAndAReaderTwoAtomics() {
        try (RivalStage stage = stage(16, 4_000); RmaRwClient writer = client(stage);
            RmaRwClient reader = client(stage)) {
            writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            assertThat(stage.word(0)).isEqualTo(writer.route());
            assertThat(stage.word(MARKER)).isEqualTo(FLAG);
            writer.release(0);
            final VerbCounters verbs = writer.counters().verbs();
            assertThat(verbs.get(VerbKind.EXT_CAS)).isEqualTo(1);
            assertThat(verbs.get(VerbKind.CAS)).isEqualTo(1);
            assertThat(verbs.get(VerbKind.FAA)).isEqualTo(2);
            assertThat(verbs.get(VerbKind.READ)).isEqualTo(3);
            reader.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            assertThat(stage.word(MARKER)).isEqualTo(1);
            reader.release(0);
            assertThat(stage.word(MARKER)).isEqualTo(1 + DEPARTURE);
            assertThat(stage.table.busySlots()).isZero();
            assertThat(reader.counters().verbs().get(VerbKind.FAA)).isEqualTo(2);
            assertThat(reader.counters().verbs().get(VerbKind.READ)).isZero();
            assertThat(writer.counters().get(LockCounter.WAITS) + reader.counters().get(LockCounter.WAITS)).isZero();
        }
    }

    @Test
    void readersShareAndAWriterWaitsForThemAndTakesTheirCountsAway() {
        try (RivalStage stage = stage(16, 4_000); RmaRwClient writer = client(stage)) {
            final List<RmaRwClient> readers = readers(stage, 3);
            final AtomicBoolean got = new AtomicBoolean();
            stage.start(() -> {
                writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                got.set(true);
                writer.release(0);
            });
            stage.awaitWord(0, writer.route());
            for (final RmaRwClient reader : readers) {
                assertThat(got).isFalse();
                reader.release(0);
            }
            stage.join();
            assertThat(writer.counters().get(LockCounter.WAITS)).isEqualTo(1);
            assertThat(stage.word(0)).isZero();
            assertThat(stage.word(MARKER)).isZero();
            readers.forEach(RmaRwClient::close);
        }
    }

    @Test
    void readerBeyondTheThresholdBacksOffAndResetsTheCountsIfNoWriterIsQueued() {
        try (RivalStage stage = stage(16, 3); RmaRwClient late = client(stage)) {
            final List<RmaRwClient> readers = readers(stage, 3);
            assertThat(late.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            assertThat(stage.word(MARKER)).isEqualTo(3);
            readers.get(0).release(0);
            readers.get(1).release(0);
            assertThat(stage.word(MARKER)).isEqualTo(3 + 2 * DEPARTURE);
            assertThat(late.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            assertThat(stage.word(MARKER)).isEqualTo(2);
            readers.get(2).release(0);
            late.release(0);
            assertThat(stage.table.busySlots()).isZero();
            readers.forEach(RmaRwClient::close);
        }
    }

    @Test
    void readersAtTheThresholdLetAQueuedWriterIn() {
        try (RivalStage stage = stage(16, 2); RmaRwClient writer = client(stage); RmaRwClient late = client(stage)) {
            final List<RmaRwClient> readers = readers(stage, 2);
            stage.start(() -> {
                writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                stage.awaitWord(0, writer.route());
            });
            stage.awaitWord(0, writer.route());
            readers.get(0).release(0);
            // A place is free, but at the threshold nobody resets the counts while a writer is queued.
            assertThat(late.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            readers.get(1).release(0);
            stage.join();
            assertThat(writer.held(0)).isEqualTo(LockMode.EXCLUSIVE);
            assertThat(late.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            assertThat(late.acquire(0, LockMode.SHARED, System.nanoTime() + 1_000_000))
                .isEqualTo(LockOutcome.DEADLINE);
            writer.release(0);
            assertThat(late.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            late.release(0);
            assertThat(stage.table.busySlots()).isZero();
            readers.forEach(RmaRwClient::close);
        }
    }

    @Test
    void writersHandOverUpToTheirThreshold() {
        try (RivalStage stage = stage(2, 4_000); RmaRwClient first = client(stage)) {
            final List<RmaRwClient> writers = new ArrayList<>();
            first.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            for (int i = 0; i < 3; i++) {
                final RmaRwClient writer = client(stage);
                writers.add(writer);
                stage.start(() -> {
                    writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                    writer.release(0);
                });
                stage.awaitWord(0, writer.route());
            }
            first.release(0);
            stage.join();
            // The first did not look for a successor before it reset; the second hands over; the third is the second
            // in a row; the fourth is the last.
            assertThat(first.counters().get(LockCounter.MODE_CHANGES)).isEqualTo(1);
            assertThat(writers.get(0).counters().get(LockCounter.HANDOVERS)).isEqualTo(1);
            assertThat(writers.get(1).counters().get(LockCounter.MODE_CHANGES)).isEqualTo(1);
            assertThat(writers.get(2).counters().get(LockCounter.HANDOVERS)
                + writers.get(2).counters().get(LockCounter.MODE_CHANGES)).isZero();
            assertThat(stage.word(0)).isZero();
            assertThat(stage.word(MARKER)).isZero();
            writers.forEach(RmaRwClient::close);
        }
    }

    @Test
    void writersTryLeavesNothingBehindWhenThereAreReaders() {
        try (RivalStage stage = stage(16, 4_000); RmaRwClient writer = client(stage)) {
            final List<RmaRwClient> readers = readers(stage, 1);
            assertThat(writer.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
            assertThat(stage.word(0)).isZero();
            assertThat(stage.word(MARKER)).isEqualTo(1);
            readers.get(0).release(0);
            assertThat(writer.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
            writer.release(0);
            readers.forEach(RmaRwClient::close);
        }
    }

    @Test
    void resetTakesOutDeparturesAndTheFlagOnly() {
        final long word = 7 + 5 * DEPARTURE;
        assertThat(word + ReaderMarker.reset(word)).isEqualTo(2);
        assertThat(word + FLAG + ReaderMarker.reset(word + FLAG)).isEqualTo(2);
        // Counts may change between the READ and the addition.
        assertThat(word + FLAG + 1 + DEPARTURE + ReaderMarker.reset(word + FLAG)).isEqualTo(3 + DEPARTURE);
        final long full = -1L >>> 32 & ~FLAG;
        assertThat(full * DEPARTURE + full + ReaderMarker.reset(full * DEPARTURE + full)).isZero();
    }

    @Test
    void badThresholdsAreRefused() {
        assertThatThrownBy(() -> new RmaRwThresholds(0, 1)).hasMessageContaining("0 writers");
        assertThatThrownBy(() -> new RmaRwThresholds(1, 0)).hasMessageContaining("0 readers");
    }
}
