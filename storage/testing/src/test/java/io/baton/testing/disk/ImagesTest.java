package io.baton.testing.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Images are enumerated, can be had again, and are disks themselves. */
final class ImagesTest {
    private static final int IMAGES_MAX = 100_000;

    private final CrashDisk disk = new CrashDisk();
    private final Path file = disk.process().getPath("/f");

    /** Overwrites sectors with one write each. */
    private void overwrite(int sectors) throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, Rig.sectors('o', sectors))) {
            for (int i = 0; i < sectors; i++) {
                Rig.write(channel, (long) i * Rig.SECTOR, Rig.sector('n'));
            }
        }
    }

    @Test
    @Tag("thorough")
    void twelveUnitsGiveAllCombinations() throws IOException {
        overwrite(12);
        Set<String> plain = new HashSet<>();
        List<CrashDisk> images = disk.images(disk.point(), IMAGES_MAX, 1).toList();
        for (CrashDisk image : images) {
            plain.add(Rig.text(image, "/f"));
        }
        assertThat(images).hasSizeGreaterThan(2 * 4096 - 300).hasSizeLessThanOrEqualTo(2 * 4096);
        assertThat(plain.stream().filter(text -> text.matches("(o{512}|n{512}){12}"))).hasSize(4096);
    }

    @Test
    void moreUnitsGiveNothingAllPrefixesAllButOneAndOnlyOne() throws IOException {
        overwrite(13);
        Set<String> seen = new HashSet<>();
        disk.images(disk.point(), IMAGES_MAX, 1).forEach(image -> seen.add(Rig.runs(image, "/f")));
        String all = Rig.text(disk.written(disk.point()), "/f");
        Set<String> texts = Rig.texts(disk.images(disk.point(), IMAGES_MAX, 1), "/f");
        assertThat(seen).contains("o", "n", "no", "on");
        for (int i = 0; i < 13; i++) {
            int at = i * Rig.SECTOR;
            assertThat(texts).contains(all.substring(0, at) + Rig.sectors('o', 13 - i));
            assertThat(texts).contains(all.substring(0, at) + Rig.sector('o') + all.substring(at + Rig.SECTOR));
            assertThat(texts)
                .contains(Rig.sectors('o', i) + Rig.sector('n') + Rig.sectors('o', 12 - i));
        }
        assertThat(texts).hasSizeGreaterThan(500);
    }

    @Test
    void smallLimitHasTheExtremesFirst() throws IOException {
        overwrite(13);
        List<CrashDisk> images = disk.images(disk.point(), 8, 1).toList();
        assertThat(images).hasSize(8);
        assertThat(images.getFirst().toString()).contains("image 0 ", "nothing");
        assertThat(images.get(2).toString()).contains("image 2 ", "all");
    }

    @Test
    void fewThatAreDrawnAreOfAllKinds() throws IOException {
        overwrite(13);
        Set<String> seen = new HashSet<>();
        int damaged = 0;
        for (int seed = 0; seed < 200; seed++) {
            List<CrashDisk> drawn = disk.draw(disk.point(), 3, seed).toList();
            assertThat(drawn).hasSize(3).extracting(CrashDisk::toString).doesNotHaveDuplicates();
            for (CrashDisk image : drawn) {
                damaged += Rig.isDamaged(image) ? 1 : 0;
                seen.add(Rig.isDamaged(image) ? "" : Rig.runs(image, "/f"));
            }
        }
        assertThat(seen).contains("o", "n", "no", "on", "non", "ono", "nonon");
        assertThat(damaged).isBetween(200, 400);
    }

    @Test
    void whatIsDrawnIsTheSameWithTheSameSeedAndNotMoreThanThereIs() throws IOException {
        overwrite(2);
        List<String> drawn = disk.draw(disk.point(), 3, 7).map(image -> Rig.text(image, "/f")).toList();
        assertThat(disk.draw(disk.point(), 3, 7).map(image -> Rig.text(image, "/f")).toList()).isEqualTo(drawn);
        assertThat(disk.draw(0, 10, 7)).hasSize(1);
        assertThatThrownBy(() -> disk.draw(disk.point() + 1, 1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void sameSeedGivesTheSameImagesAndAnotherOneOthers() throws IOException {
        overwrite(20);
        assertThat(texts(7)).isEqualTo(texts(7)).isNotEqualTo(texts(8));
        CrashDisk image = disk.images(disk.point(), 60, 7).skip(33).findFirst().orElseThrow();
        CrashDisk again = disk.images(disk.point(), 60, 7).skip(33).findFirst().orElseThrow();
        assertThat(again.toString()).isEqualTo(image.toString()).contains("image 33 ", "seed 7");
        assertThat(Rig.text(again, "/f")).isEqualTo(Rig.text(image, "/f"));
    }

    private List<String> texts(long seed) {
        return disk.images(disk.point(), 60, seed).map(image -> Rig.text(image, "/f")).toList();
    }

    @Test
    void imageIsADiskWhoseContentIsForced() throws IOException {
        overwrite(2);
        CrashDisk image = disk.images(disk.point(), IMAGES_MAX, 1).skip(3).findFirst().orElseThrow();
        assertThat(image.operations()).isEmpty();
        String before = Rig.text(image, "/f");
        Path again = image.process().getPath("/f");
        Files.writeString(again, "recovered");
        Files.createFile(again.resolveSibling("g"));
        assertThat(Rig.undamaged(image, "/f")).contains(before, "recovered");
        assertThat(Rig.undamaged(image, "/g")).containsExactlyInAnyOrder("none", "");
        CrashDisk second = image.images(1, 10, 5).findFirst().orElseThrow();
        assertThat(second.toString()).startsWith(image.toString()).contains("cut after operation 1");
        assertThat(Rig.text(disk.written(disk.point()), "/f")).isEqualTo(Rig.sectors('n', 2));
    }

    @Test
    void workAfterwardsDoesNotChangeImages() throws IOException {
        overwrite(1);
        int point = disk.point();
        CrashDisk image = disk.written(point);
        Files.writeString(file, "later");
        Files.delete(file);
        assertThat(Rig.text(image, "/f")).isEqualTo(Rig.sector('n'));
        assertThat(Rig.text(disk.forced(point), "/f")).isEqualTo(Rig.sector('o'));
        assertThat(Rig.texts(disk.images(point, 100, 1), "/f")).contains(Rig.sector('o'), Rig.sector('n'));
    }

    @Test
    void pointBehindTheHistoryIsRefused() {
        assertThatThrownBy(() -> disk.images(1, 10, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void tenThousandImagesOfManyFilesAreMade() throws IOException {
        Files.createDirectory(file.resolveSibling("d"));
        for (int i = 0; i < 20; i++) {
            Rig.forcedFile(file.resolveSibling("d/" + i), Rig.sectors('o', 128)).close();
        }
        Rig.forceDirectory(file.resolveSibling(""));
        overwrite(20);
        int images = 0;
        for (int seed = 0; seed < 25; seed++) {
            images += (int) disk.images(disk.point(), 400, seed).filter(image -> image.operations().isEmpty()).count();
        }
        assertThat(images).isEqualTo(10_000);
    }
}
