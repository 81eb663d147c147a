package io.baton.testing.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a power cut leaves of the bytes of files. */
final class ContentCutTest {
    private final CrashDisk disk = new CrashDisk();
    private final Path file = disk.process().getPath("/f");

    @Test
    void whatWasForcedIsThere() throws IOException {
        Rig.forcedFile(file, "forced").close();
        assertThat(Rig.undamaged(disk, "/f")).containsExactly("forced");
        assertThat(disk.images(disk.point(), 10, 1)).hasSize(1);
    }

    @Test
    void forceWithoutMetadataKeepsTheSize() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "a")) {
            Rig.write(channel, 1, "b");
            channel.force(false);
        }
        assertThat(Rig.undamaged(disk, "/f")).containsExactly("ab");
    }

    @Test
    void sizeAndBytesThatWereNotForcedAreIndependent() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "a")) {
            Rig.write(channel, 1, "b");
        }
        assertThat(Rig.undamaged(disk, "/f")).containsExactlyInAnyOrder("a", "a.", "ab");
    }

    @Test
    void overwrittenSectorIsOldOrNewWhateverTheOthersAre() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, Rig.sectors('o', 3))) {
            Rig.write(channel, 0, Rig.sectors('n', 3));
        }
        Set<String> seen = new TreeSet<>();
        for (String text : Rig.undamaged(disk, "/f")) {
            seen.add("" + text.charAt(0) + text.charAt(600) + text.charAt(1200));
            assertThat(text).hasSize(3 * Rig.SECTOR).matches("(o{512}|n{512}){3}");
        }
        assertThat(seen).containsExactlyInAnyOrder("ooo", "oon", "ono", "onn", "noo", "non", "nno", "nnn");
    }

    @Test
    void laterWriteToTheSameSectorBringsTheEarlierOneWithIt() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "....")) {
            Rig.write(channel, 0, "1");
            Rig.write(channel, 1, "2");
        }
        assertThat(Rig.undamaged(disk, "/f")).containsExactlyInAnyOrder("....", "1...", "12..");
    }

    @Test
    void tornSectorIsAMixOfTwoVersions() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, Rig.sector('o'))) {
            Rig.write(channel, 0, Rig.sector('n'));
        }
        Set<String> torn = new TreeSet<>();
        for (int seed = 0; seed < 40; seed++) {
            disk.images(disk.point(), 10, seed)
                .filter(image -> image.toString().contains("torn"))
                .forEach(image -> torn.add(Rig.runs(image, "/f")));
        }
        assertThat(torn).containsExactlyInAnyOrder("on", "no");
    }

    @Test
    void onlyABitThatWasNotForcedFlips() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "forced")) {
            Rig.write(channel, 6, "xyz");
        }
        int flipped = 0;
        for (int seed = 0; seed < 40; seed++) {
            for (CrashDisk image : disk.images(disk.point(), 20, seed).toList()) {
                String text = Rig.text(image, "/f");
                assertThat(text).startsWith("forced");
                if (image.toString().contains("flipped")) {
                    flipped++;
                    assertThat(text.substring(6)).isNotIn("...", "xyz");
                }
            }
        }
        assertThat(flipped).isGreaterThan(20);
    }

    @Test
    void truncationThatWasNotForcedMayBeLost() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "abcdef")) {
            channel.truncate(2);
        }
        assertThat(Rig.undamaged(disk, "/f")).containsExactlyInAnyOrder("abcdef", "ab");
    }

    @Test
    void whatATruncationCutOffIsNotSeenBehindIt() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "abcdef")) {
            channel.truncate(2);
            Rig.write(channel, 4, "x");
        }
        assertThat(Rig.undamaged(disk, "/f"))
            .containsExactlyInAnyOrder("abcdef", "ab", "ab...", "ab..x", "ab..x.");
    }

    @Test
    void forcedTruncationStays() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "abcdef")) {
            channel.truncate(2);
            channel.force(true);
        }
        assertThat(Rig.undamaged(disk, "/f")).containsExactly("ab");
    }

    @Test
    void replacedFileMayBeEmpty() throws IOException {
        Rig.forcedFile(file, "old").close();
        try (FileChannel channel = Rig.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            Rig.write(channel, 0, "fresh");
        }
        assertThat(Rig.undamaged(disk, "/f")).contains("", "old", "fresh", ".....");
    }

    @Test
    void everyPointHasItsOwnImages() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "0")) {
            int before = disk.point();
            Rig.write(channel, 0, "1");
            channel.force(true);
            assertThat(Rig.texts(disk.images(before, 99, 1), "/f")).containsExactly("0");
            assertThat(Rig.texts(disk.images(before + 1, 99, 1), "/f")).contains("0", "1");
            assertThat(Rig.texts(disk.images(before + 2, 99, 1), "/f")).containsExactly("1");
            assertThat(Rig.text(disk.forced(before + 1), "/f")).isEqualTo("0");
            assertThat(Rig.text(disk.written(before + 1), "/f")).isEqualTo("1");
        }
    }

    @Test
    void historyHasTheBytes() throws IOException {
        try (FileChannel channel = Rig.create(file)) {
            channel.write(new ByteBuffer[] {ByteBuffer.wrap(new byte[] {1, 2}), ByteBuffer.wrap(new byte[] {3})});
            channel.truncate(1);
            channel.force(true);
        }
        assertThat(disk.operations().stream().map(Object::toString).collect(Collectors.toList()))
            .containsExactly("CREATE /f", "WRITE /f 0+3", "TRUNCATE /f 1", "FORCE /f");
        assertThat(disk.operations().get(1).bytes()).containsExactly(1, 2, 3);
        assertThat(disk.operations().get(1).path()).isEqualTo("/f");
        assertThat(disk.operations().get(2).offset()).isEqualTo(1);
        assertThat(disk.operations().get(3).kind()).isEqualTo(DiskOperationKind.FORCE);
    }
}
