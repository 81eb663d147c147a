package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.DiskProcess;
import io.baton.testing.disk.Fault;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
        assertInUse(() -> DirectoryLock.take(path));
    }

    private static void assertInUse(ThrowingCallable opening) {
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(opening).withMessageContaining("is in use");
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
            assertInUse(directory);
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

    /** Runs under a class loader of its own: tells whether it gets the lock of a directory. */
    public static final class Stranger implements Predicate<Path> {
        @Override
        public boolean test(Path directory) {
            try (DirectoryLock lock = DirectoryLock.take(directory)) {
                return lock != null;
            } catch (RecoveryException e) {
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static URLClassLoader otherLoader() throws IOException {
        var paths = new ArrayList<URL>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            paths.add(Path.of(path).toUri().toURL());
        }
        return new URLClassLoader(paths.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @SuppressWarnings("unchecked") // The loader has the class from the same place.
    private static boolean getsLock(ClassLoader loader, Path directory) throws ReflectiveOperationException {
        Object stranger = loader.loadClass(Stranger.class.getName()).getConstructor().newInstance();
        return ((Predicate<Path>) stranger).test(directory);
    }

    private static void collectGarbage() {
        var garbage = new WeakReference<>(new Object());
        while (garbage.get() != null) {
            System.gc();
        }
    }

    @Test
    void noClassLoaderGetsALockThatIsHeldHoweverLong() throws Exception {
        try (URLClassLoader loader = otherLoader()) {
            try (DirectoryLock lock = DirectoryLock.take(directory)) {
                assertThat(lock).isNotNull();
                collectGarbage();
                assertThat(getsLock(loader, directory)).isFalse();
                assertThat(rival()).isEqualTo("refused");
            }
            assertThat(getsLock(loader, directory)).isTrue();
        }
    }

    @Test
    void aStoreOnAReadOnlyFileSystemIsLookedAtAllTheSame() throws IOException {
        var disk = new CrashDisk();
        Path here = disk.process().getPath("/");
        disk.inject(Fault.of(DiskOperationKind.CREATE, 1, "Read-only file system"));
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
    void aProcessThatMayOnlyReadIsRefusedAndLeavesTheHolderItsLock() throws IOException {
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            assertThat(lock).isNotNull();
            assertInUse(() -> DirectoryLock.share(directory));
            assertInUse(() -> DirectoryLock.share(directory));
            assertInUse(directory);
            assertThat(rival()).isEqualTo("refused");
        }
        DirectoryLock.take(directory).close();
    }

    @Test
    void readersOfOneProcessShareTheLockUntilTheLastIsGone() throws IOException {
        Files.createFile(directory.resolve("lock"));
        DirectoryLock first = DirectoryLock.share(directory);
        DirectoryLock second = DirectoryLock.takeToRead(directory);
        assertInUse(directory);
        first.close();
        first.close();
        assertInUse(directory);
        assertThat(rival()).isEqualTo("refused");
        second.close();
        DirectoryLock.take(directory).close();
        assertThat(rival()).isEqualTo("locked");
    }

    @Test
    void aReaderThatAnotherClassLoaderRefusesTakesNothingAwayAndStandsInNobodysWay() throws IOException {
        var disk = new CrashDisk();
        Path here = disk.process().getPath("/");
        FileChannel theirs =
            FileChannel.open(here.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        assertThat(theirs.tryLock()).isNotNull();
        for (int i = 0; i < 2; i++) {
            assertInUse(() -> DirectoryLock.share(here));
            assertInUse(disk.process().getPath("/"));
        }
        theirs.close();
        try (DirectoryLock lock = DirectoryLock.take(here)) {
            assertThat(lock).isNotNull();
            assertInUse(() -> DirectoryLock.share(here));
            assertInUse(disk.process().getPath("/"));
        }
        try (DirectoryLock lock = DirectoryLock.share(here)) {
            assertThat(lock).isNotNull();
            assertInUse(here);
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
