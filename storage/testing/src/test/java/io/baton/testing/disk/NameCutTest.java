package io.baton.testing.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a power cut leaves of the names of files and directories. */
final class NameCutTest {
    private final CrashDisk disk = new CrashDisk();
    private final DiskProcess process = disk.process();

    @Test
    void forceOfAFileDoesNotMakeItsNameSafe() throws IOException {
        try (FileChannel channel = Rig.create(process.getPath("/f"))) {
            Rig.write(channel, 0, "x");
            channel.force(true);
        }
        assertThat(Rig.undamaged(disk, "/f")).containsExactlyInAnyOrder("none", "x");
    }

    @Test
    void forceOfADirectoryMakesNamesSafeAndNotBytes() throws IOException {
        try (FileChannel channel = Rig.create(process.getPath("/f"))) {
            Rig.write(channel, 0, "x");
        }
        Rig.forceDirectory(process.getPath("/"));
        assertThat(Rig.undamaged(disk, "/f")).containsExactlyInAnyOrder("", ".", "x");
    }

    @Test
    void fileIsLostWithItsDirectory() throws IOException {
        Path directory = Files.createDirectory(process.getPath("/d"));
        Rig.forcedFile(directory.resolve("f"), "x").close();
        assertThat(Rig.undamaged(disk, "/d/f")).containsExactlyInAnyOrder("none", "x");
        Rig.forceDirectory(process.getPath("/"));
        assertThat(Rig.undamaged(disk, "/d/f")).containsExactly("x");
    }

    @Test
    void renamedFileHasTheOldNameOrTheNew() throws IOException {
        Rig.forcedFile(process.getPath("/a"), "new").close();
        Rig.forcedFile(process.getPath("/b"), "old").close();
        Files.move(process.getPath("/a"), process.getPath("/b"), StandardCopyOption.ATOMIC_MOVE);
        assertThat(trees()).containsExactlyInAnyOrder("a=new b=old", "b=new");
        Rig.forceDirectory(process.getPath("/"));
        assertThat(trees()).containsExactly("b=new");
    }

    @Test
    void renameTwiceHasOneOfThreeNames() throws IOException {
        Rig.forcedFile(process.getPath("/a"), "x").close();
        Files.move(process.getPath("/a"), process.getPath("/b"), StandardCopyOption.ATOMIC_MOVE);
        Files.move(process.getPath("/b"), process.getPath("/c"), StandardCopyOption.ATOMIC_MOVE);
        assertThat(trees()).containsExactlyInAnyOrder("a=x", "b=x", "c=x");
    }

    @Test
    void renamedFileThatWasNotForcedMayBeEmpty() throws IOException {
        Rig.forcedFile(process.getPath("/b"), "old").close();
        try (FileChannel channel = Rig.create(process.getPath("/a"))) {
            Rig.write(channel, 0, "new");
        }
        Files.move(process.getPath("/a"), process.getPath("/b"), StandardCopyOption.ATOMIC_MOVE);
        Rig.forceDirectory(process.getPath("/"));
        assertThat(trees()).containsExactlyInAnyOrder("b=", "b=...", "b=new");
    }

    @Test
    void deletedFileMayComeBack() throws IOException {
        Rig.forcedFile(process.getPath("/f"), "x").close();
        Files.delete(process.getPath("/f"));
        assertThat(Rig.undamaged(disk, "/f")).containsExactlyInAnyOrder("none", "x");
        Rig.forceDirectory(process.getPath("/"));
        assertThat(Rig.undamaged(disk, "/f")).containsExactly("none");
    }

    @Test
    void changesOfNamesAreLostIndependently() throws IOException {
        Rig.forcedFile(process.getPath("/old"), "o").close();
        Files.createFile(process.getPath("/new"));
        Files.delete(process.getPath("/old"));
        assertThat(trees()).containsExactlyInAnyOrder("old=o", "", "new= old=o", "new=");
    }

    @Test
    void renameBetweenDirectoriesIsSafeWhenOneOfThemIsForced() throws IOException {
        Files.createDirectory(process.getPath("/d"));
        Files.createDirectory(process.getPath("/e"));
        Rig.forceDirectory(process.getPath("/"));
        Rig.forcedFile(process.getPath("/d/f"), "x").close();
        Rig.forcedFile(process.getPath("/e/g"), "y").close();
        Files.move(process.getPath("/d/f"), process.getPath("/e/g"), StandardCopyOption.ATOMIC_MOVE);
        assertThat(trees()).containsExactlyInAnyOrder("d/f=x e/g=y", "e/g=x");
        Rig.forceDirectory(process.getPath("/d"));
        assertThat(trees()).containsExactly("e/g=x");
    }

    @Test
    void whatAForcedRenameLeavesBehindMayComeBackAndMayNot() throws IOException {
        Files.createDirectory(process.getPath("/d"));
        Files.createDirectory(process.getPath("/e"));
        Rig.forceDirectory(process.getPath("/"));
        Rig.forcedFile(process.getPath("/d/f"), "x").close();
        Rig.forcedFile(process.getPath("/y"), "y").close();
        Files.move(process.getPath("/d/f"), process.getPath("/y"), StandardCopyOption.ATOMIC_MOVE);
        Files.move(process.getPath("/y"), process.getPath("/e/f"), StandardCopyOption.ATOMIC_MOVE);
        Rig.forceDirectory(process.getPath("/e"));
        assertThat(trees()).containsExactlyInAnyOrder("e/f=x", "e/f=x y=y");
    }

    /** What can be on the disk after a cut now: names and texts of all files. */
    private Set<String> trees() {
        Set<String> trees = new TreeSet<>();
        disk.images(disk.point(), 100_000, 1)
            .filter(image -> !Rig.isDamaged(image))
            .forEach(image -> trees.add(tree(image)));
        return trees;
    }

    private static String tree(CrashDisk image) {
        try (Stream<Path> paths = Files.walk(image.process().getPath("/"))) {
            return paths.filter(Files::isRegularFile)
                .map(path -> path.toString().substring(1) + "=" + Rig.text(image, path.toString()))
                .sorted()
                .collect(Collectors.joining(" "));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
