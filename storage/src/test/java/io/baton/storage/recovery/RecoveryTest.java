package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** A store is opened as it was left, or refused with a sentence. */
class RecoveryTest extends RecoveryFixture {

    @Test
    void aNewStoreIsMadeWithItsParentsAndOpenedAgain() throws IOException {
        try (TestEngine engine = open()) {
            assertThat(engine.recovered.report().created()).isTrue();
            assertThat(engine.recovered.checkpointNeeded()).isFalse();
        }
        RecoveryReport report = reopened(Map.of("one", Map.of(), "two", Map.of()));
        assertThat(report.created()).isFalse();
        assertThat(report.checkpoint()).isEqualTo(1);
        assertThat(report.closed()).isTrue();
    }

    @Test
    void whatWasWrittenIsThereAgain() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 0);
        RecoveryReport report = reopened(rows);
        assertThat(report.transactions()).isEqualTo(100);
        assertThat(report.writes()).isBetween(150L, 400L);
        assertThat(report.checkpointRows()).isZero();
        rows = work(2, 3);
        report = reopened(rows);
        assertThat(report.checkpoint()).isEqualTo(4);
        assertThat(report.transactions()).isEqualTo(100);
        assertThat(report.checkpointRows()).isPositive();
        assertThat(report.damagedCheckpoints()).isEmpty();
        assertThat(report.upgrades()).isEmpty();
        assertThat(report.endLsn()).isGreaterThan(report.beginLsn());
        assertThat(reopened(rows).transactions()).isEqualTo(100);
    }

    @Test
    void aCheckpointOfAnotherVersionIsNotCalledDamaged() throws IOException {
        work(1, 1);
        Path manifest = checkpoint(2).resolve("manifest");
        var bytes = ByteBuffer.wrap(Files.readAllBytes(manifest)).order(ByteOrder.LITTLE_ENDIAN);
        var crc = new CRC32C();
        crc.update(bytes.putInt(8, 1).slice(0, bytes.capacity() - Integer.BYTES));
        Files.write(manifest, bytes.putInt(bytes.capacity() - Integer.BYTES, (int) crc.getValue()).array());
        assertRefused(manifest.toString(), "it was written by another version of Baton: its format has version 1",
            "open the store with the version that wrote it");
    }

    @Test
    void progressIsTold() throws IOException {
        work(1, 1);
        var phases = EnumSet.noneOf(RecoveryPhase.class);
        RecoveryConfig config = config(ONE, TWO);
        try (Recovered recovered = Recovery.open(new RecoveryConfig(config.directory(), config.tables(),
            config.defaults(), config.ids(), config.clock(), config.wallClock(), threads,
            (phase, done, expected) -> {
                phases.add(phase);
                assertThat(done).isLessThanOrEqualTo(expected);
            }))) {
            assertThat(recovered.report().nanos()).isPositive();
        }
        // The log is shorter than what is worth a report.
        assertThat(phases).containsExactly(RecoveryPhase.CHECKPOINT, RecoveryPhase.INDEXES);
    }

    @Test
    void directoriesOfSomethingElseAreRefused() throws IOException {
        Files.createDirectories(store());
        Files.writeString(store().resolve("letter.txt"), "Dear reader");
        assertRefused("is not empty", "letter.txt");
        Files.delete(store().resolve("letter.txt"));
        Files.createDirectory(store().resolve("log"));
        Files.writeString(store().resolve("log/0000000000000001.log"), "a segment");
        assertRefused("is not empty", "log");
    }

    @Test
    void anUnfinishedNewStoreIsFinished() throws IOException {
        Files.createDirectories(store().resolve("log"));
        Files.createDirectory(store().resolve("checkpoint"));
        Files.writeString(store().resolve("lock"), "");
        Files.writeString(store().resolve("store.tmp"), "half");
        try (TestEngine engine = open()) {
            assertThat(engine.recovered.report().created()).isTrue();
        }
        reopened(Map.of("one", Map.of(), "two", Map.of()));
    }

    @Test
    void oneProcessAtATime() throws IOException {
        try (TestEngine engine = open()) {
            assertThat(engine.rows()).hasSize(2);
            assertRefused("is in use", "lock");
        }
        reopened(Map.of("one", Map.of(), "two", Map.of()));
    }

    @Test
    @SuppressWarnings("NullAway") // Closing nothing throws, as closing the tables might.
    void theLockIsGivenBackWhateverClosingTheTablesDoes() throws IOException {
        try (Recovered recovered = Recovery.open(config(ONE, TWO))) {
            var halfOpen = new Recovered(null, recovered.store(), recovered.logEnd(), false, false, recovered.report());
            assertThatNullPointerException().isThrownBy(halfOpen::close);
            reopened(Map.of("one", Map.of(), "two", Map.of()));
        }
    }

    @Test
    void aDamagedStoreFileIsRefused() throws IOException {
        work(1, 0);
        Path file = store().resolve("store");
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 4;
            Files.write(file, damaged);
            assertRefused(file.toString());
        }
        Files.write(file, Arrays.copyOf(bytes, 39));
        assertRefused("it has 39 bytes and should have 40");
        Files.write(file, Arrays.copyOf(bytes, 50));
        assertRefused("it has 41 bytes");
        Files.delete(file);
        assertRefused("has no file \"store\"");
    }

    @Test
    void aDamagedCheckpointIsPassedOverAndSetAside() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 3);
        Path file = checkpoint(4).resolve("1.rows");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        RecoveryReport report = reopened(rows);
        assertThat(report.checkpoint()).isEqualTo(3);
        assertThat(report.damagedCheckpoints()).hasSize(1).first().asString()
            .contains(file.toString(), "offset 64", "check value of block 0");
        assertThat(checkpoint(4)).doesNotExist();
        assertThat(checkpoint(4).resolveSibling("0000000000000004.damaged")).isDirectory();
        report = reopened(rows);
        assertThat(report.damagedCheckpoints()).isEmpty();
        Files.delete(checkpoint(3).resolve("manifest"));
        assertRefused("no checkpoint in", "manifest: the file is missing");
    }

    @Test
    void aDamagedBaseIsNotReplacedByWhatIsOlder() throws IOException {
        work(1, 1);
        try (TestEngine engine = open()) {
            engine.checkpoint(false);
            Path older = checkpoint(2);
            Path kept = temporary.resolve("kept");
            Files.move(older, kept);
            engine.checkpoint(true);
            Files.move(kept, older);
        }
        Path file = checkpoint(4).resolve("0.rows");
        byte[] bytes = Files.readAllBytes(file);
        bytes[100] ^= 1;
        Files.write(file, bytes);
        assertRefused(file.toString(), "no checkpoint");
        bytes[100] ^= 1;
        Files.write(file, bytes);
        try (TestEngine engine = open()) {
            assertThat(engine.recovered.report().checkpoint()).isEqualTo(4);
        }
        assertThat(checkpoint(2)).doesNotExist();
    }

    @Test
    void oneDamagedCheckpointIsKept() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 3);
        for (int number = 4; number <= 5; number++) {
            Files.writeString(checkpoint(number).resolve("manifest"), "no manifest");
            assertThat(reopened(rows).damagedCheckpoints()).hasSize(1);
            assertThat(checkpoint(number).resolveSibling("%016x.damaged".formatted(number))).isDirectory();
            try (TestEngine engine = open()) {
                engine.checkpoint(false);
                engine.checkpoint(false);
            }
        }
        try (Stream<Path> names = Files.list(store().resolve("checkpoint"))) {
            assertThat(names.map(name -> name.getFileName().toString()))
                .containsExactlyInAnyOrder("0000000000000005", "0000000000000006", "0000000000000005.damaged");
        }
    }

    @Test
    void aBaseThatCannotBeReadIsNotPassedOver() throws IOException {
        work(1, 1);
        Path older = checkpoint(2);
        Path kept = temporary.resolve("kept");
        try (TestEngine engine = open()) {
            engine.checkpoint(false);
            Files.move(older, kept);
            engine.checkpoint(true);
            Files.move(kept, older);
        }
        Path manifest = checkpoint(4).resolve("manifest");
        byte[] bytes = Files.readAllBytes(manifest);
        Files.write(manifest, Arrays.copyOf(bytes, 20));
        assertRefused("begun behind a checkpoint that is a base", manifest.toString());
        Files.delete(manifest);
        assertRefused("begun behind a checkpoint that is a base", manifest + ": the file is missing");
        Files.write(manifest, bytes);
        try (TestEngine engine = open()) {
            assertThat(engine.recovered.report().checkpoint()).isEqualTo(4);
        }
    }

    @Test
    void aLogThatLacksSomethingIsRefused() throws IOException {
        var random = new Random(1);
        try (TestEngine engine = open()) {
            for (int i = 0; i < 1000; i++) {
                engine.commit(random, 3, 100);
            }
        }
        List<Path> segments;
        try (Stream<Path> files = Files.list(store().resolve("log"))) {
            segments = files.filter(f -> f.toString().endsWith(".log")).sorted().toList();
        }
        for (Path segment : segments) {
            byte[] bytes = Files.readAllBytes(segment);
            Files.delete(segment);
            if (segment.equals(segments.getFirst())) {
                assertRefused(store().resolve("log").toString(), "from LSN 0 is needed", "it begins at");
            } else if (!segment.equals(segments.getLast())) {
                assertRefused(segment.toString(), "is missing");
            }
            Files.write(segment, bytes);
        }
        assertThat(segments).hasSizeGreaterThan(4);
        try (TestEngine engine = open()) {
            engine.checkpoint(false);
        }
        for (Path segment : segments) {
            Files.deleteIfExists(segment);
        }
        try (Stream<Path> files = Files.list(store().resolve("log"))) {
            for (Path segment : files.toList()) {
                Files.delete(segment);
            }
        }
        assertRefused(store().resolve("log").toString(), "there is none");
    }

    @Test
    void aLogThatEndsBeforeACheckpointIsRefused() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 2);
        try (TestEngine engine = open()) {
            engine.checkpoints().write(engine.storage().tables(), false, engine.log.appended(),
                () -> engine.log.appended() + 1000, lsn -> engine.log.force());
        }
        assertRefused("the log ends at LSN", "but it had reached LSN");
        assertThat(rows).hasSize(2);
    }
}
