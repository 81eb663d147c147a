package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskProcess;
import io.baton.testing.disk.Fault;
import io.baton.testing.disk.OperationKind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store is open once, however often others have tried to open it. */
@Timeout(60)
class DirectoryLockTest {
    @TempDir
    Path directory;

    /** Runs in a process of its own: says whether it gets the lock of a file. */
    static final class Rival {
        private Rival() {
        }

        static void main(String[] arguments) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
                System.out.print(channel.tryLock() == null ? "refused" : "locked");
            }
        }
    }

    private String rival() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(List.of(java.toString(), "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp",
            System.getProperty("java.class.path"), Rival.class.getName(), directory.resolve("lock").toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private static void assertInUse(Path path) {
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> DirectoryLock.take(path))
            .withMessageContaining("is in use");
    }

    @Test
    void anOpeningThatIsRefusedInTheSameProcessTakesNothingAway() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            assertThat(lock).isNotNull();
            assertInUse(directory);
            assertInUse(link);
            assertThat(rival()).isEqualTo("refused");
        }
        assertThat(rival()).isEqualTo("locked");
    }

    @Test
    void aLockThatWasGivenBackCanBeTakenAgain() throws IOException {
        DirectoryLock first = DirectoryLock.take(directory);
        first.close();
        try (DirectoryLock second = DirectoryLock.take(directory)) {
            assertThat(second).isNotNull();
            first.close();
            assertInUse(directory);
            Files.delete(directory.resolve("lock"));
            // Who deletes the file has what he asked for, but nothing that stays.
            DirectoryLock.take(directory).close();
        }
        DirectoryLock.take(directory).close();
    }

    @Test
    void whatAnotherClassLoaderHasLockedStaysLocked() throws IOException {
        var disk = new CrashDisk();
        DiskProcess process = disk.process();
        Path here = process.getPath("/");
        try (FileChannel theirs = FileChannel.open(here.resolve("lock"), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
            assertThat(theirs.tryLock()).isNotNull();
            assertInUse(here);
            assertInUse(here);
            assertInUse(disk.process().getPath("/"));
        }
        try (DirectoryLock lock = DirectoryLock.take(here)) {
            assertThat(lock).isNotNull();
            assertInUse(disk.process().getPath("/"));
        }
    }

    @Test
    void aStoreOnAReadOnlyFileSystemIsLookedAtAllTheSame() throws IOException {
        var disk = new CrashDisk();
        Path here = disk.process().getPath("/");
        disk.inject(Fault.of(OperationKind.CREATE, 1, "Read-only file system"));
        try (DirectoryLock nothing = DirectoryLock.takeToRead(here)) {
            assertThat(nothing).isNotNull();
            assertThat(Files.exists(here.resolve("lock"))).isFalse();
        }
        assertThatThrownBy(() -> DirectoryLock.takeToRead(here.resolve("nowhere")))
            .isInstanceOf(NoSuchFileException.class);
        // Where the file can be made, it is.
        try (DirectoryLock lock = DirectoryLock.takeToRead(here)) {
            assertThat(lock).isNotNull();
            assertInUse(disk.process().getPath("/"));
        }
    }

    @Test
    void aProcessThatWasKilledHasNoLock() throws IOException {
        var disk = new CrashDisk();
        DiskProcess process = disk.process();
        DirectoryLock dead = DirectoryLock.take(process.getPath("/"));
        assertInUse(disk.process().getPath("/"));
        process.kill();
        try (DirectoryLock lock = DirectoryLock.take(disk.process().getPath("/"))) {
            assertThat(lock).isNotNull();
            dead.close();
            assertInUse(disk.process().getPath("/"));
        }
    }
}
