package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody deletes files of a store that an engine has open: the rows are in memory. */
@Timeout(60)
class DeletedFilesTest {
    private static final long ROWS = 10;

    private final Path directory = new CrashDisk().process().getPath("/store");

    /** What is deleted. */
    enum Victim {
        SEGMENT_IN_USE, NEWEST_CHECKPOINT, ALL_SEGMENTS_AND_CHECKPOINTS
    }

    private static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void deleteCheckpoint(Path checkpoint) throws IOException {
        for (Path file : in(checkpoint)) {
            Files.delete(file);
        }
        Files.delete(checkpoint);
    }

    private void delete(Victim victim) throws IOException {
        final List<Path> segments =
            in(directory.resolve("log")).stream().filter(file -> file.toString().endsWith(".log")).toList();
        final List<Path> checkpoints = in(directory.resolve("checkpoint"));
        switch (victim) {
            case SEGMENT_IN_USE -> Files.delete(segments.getLast());
            case NEWEST_CHECKPOINT -> deleteCheckpoint(checkpoints.getLast());
            case ALL_SEGMENTS_AND_CHECKPOINTS -> {
                for (Path segment : segments) {
                    Files.delete(segment);
                }
                for (Path checkpoint : checkpoints) {
                    deleteCheckpoint(checkpoint);
                }
            }
        }
    }

    private Ledger open(Durability durability) {
        return new Ledger(Engine.builder().table(Ledger.ACCOUNTS, 1_000).data(new DataDirectory(directory)
            .durability(durability).checkpointEvery(Duration.ofHours(1)).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN))
            .open());
    }

    private static void put(Ledger ledger, long from) {
        for (long id = from; id < from + ROWS; id++) {
            ledger.engine.call(ledger.put, id, id, "x");
        }
    }

    private void assertRows(Durability durability, long rows) {
        final Ledger again = open(durability);
        try (again.engine) {
            assertThat(again.engine.rows(Ledger.ACCOUNTS)).isEqualTo(rows);
        }
    }

    @ParameterizedTest
    @CsvSource({"GROUP, SEGMENT_IN_USE", "GROUP, NEWEST_CHECKPOINT", "GROUP, ALL_SEGMENTS_AND_CHECKPOINTS",
        "ASYNC, SEGMENT_IN_USE", "ASYNC, NEWEST_CHECKPOINT", "ASYNC, ALL_SEGMENTS_AND_CHECKPOINTS",
        "NONE, SEGMENT_IN_USE", "NONE, NEWEST_CHECKPOINT", "NONE, ALL_SEGMENTS_AND_CHECKPOINTS"})
    void closingSavesAllRows(Durability durability, Victim victim) throws IOException {
        final Ledger ledger = open(durability);
        try (ledger.engine) {
            put(ledger, 0);
            delete(victim);
            put(ledger, ROWS);
        }
        assertRows(durability, 2 * ROWS);
    }

    @ParameterizedTest
    @EnumSource(value = Victim.class, names = {"SEGMENT_IN_USE", "NEWEST_CHECKPOINT"})
    void aCheckpointInTheBackgroundTakesTheirPlace(Victim victim) throws IOException {
        final CrashDisk disk = new CrashDisk();
        final Path first = disk.process().getPath("/store");
        final Ledger ledger = new Ledger(Ledger.builder(first, Durability.GROUP).open());
        try (ledger.engine) {
            put(ledger, 0);
            final Store store = ledger.engine.store().orElseThrow();
            if (victim == Victim.SEGMENT_IN_USE) {
                Files.delete(in(first.resolve("log")).stream().filter(file -> file.toString().endsWith(".log")).toList()
                    .getLast());
            } else {
                deleteCheckpoint(in(first.resolve("checkpoint")).getLast());
            }
            while (store.checkpointsTaken() == 0) {
                Thread.onSpinWait();
            }
            put(ledger, ROWS);
            final Ledger copy = Ledger.open(disk.forced(disk.point()).process().getPath("/store"), Durability.GROUP);
            try (copy.engine) {
                assertThat(copy.engine.rows(Ledger.ACCOUNTS)).as("after a crash").isEqualTo(2 * ROWS);
            }
        }
        final Ledger again = Ledger.open(first, Durability.GROUP);
        try (again.engine) {
            assertThat(again.engine.rows(Ledger.ACCOUNTS)).isEqualTo(2 * ROWS);
        }
    }
}
