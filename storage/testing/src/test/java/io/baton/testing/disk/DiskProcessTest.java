package io.baton.testing.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.Crew;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Processes share the files and exclude each other by locks; channels behave as those of the JDK. */
final class DiskProcessTest {
    private static final int THREADS = 4;
    private static final int WRITES = 200;

    private final CrashDisk disk = new CrashDisk();
    private final DiskProcess one = disk.process();
    private final DiskProcess two = disk.process();

    @Test
    void processesSeeTheSameFilesAtOnce() throws IOException {
        Files.writeString(one.getPath("/f"), "x");
        assertThat(Files.readString(two.getPath("/f"))).isEqualTo("x");
    }

    @Test
    void lockExcludesOtherProcesses() throws IOException {
        try (FileChannel mine = Rig.create(one.getPath("/lock"));
            FileChannel other = Rig.create(two.getPath("/lock"))) {
            FileLock lock = mine.tryLock();
            assertThat(lock).isNotNull();
            assertThat(lock.isValid()).isTrue();
            assertThat(other.tryLock()).isNull();
            try (FileChannel again = Rig.create(one.getPath("/lock"))) {
                assertThatThrownBy(again::tryLock).isInstanceOf(OverlappingFileLockException.class);
            }
            lock.release();
            assertThat(lock.isValid()).isFalse();
            assertThat(other.tryLock()).isNotNull();
            assertThat(mine.tryLock()).isNull();
        }
        try (FileChannel third = Rig.create(one.getPath("/lock"))) {
            assertThat(third.tryLock()).isNotNull();
        }
    }

    @Test
    void closingAnyChannelToTheFileGivesTheLockAway() throws IOException {
        try (FileChannel mine = Rig.create(one.getPath("/lock"));
            FileChannel other = Rig.create(two.getPath("/lock"))) {
            FileLock lock = mine.lock();
            assertThat(other.tryLock()).isNull();
            Rig.create(two.getPath("/lock")).close();
            assertThat(other.tryLock()).isNull();
            Rig.create(one.getPath("/lock")).close();
            // As in a JVM, the process does not learn of it.
            assertThat(lock.isValid()).isTrue();
            assertThatThrownBy(mine::tryLock).isInstanceOf(OverlappingFileLockException.class);
            assertThat(other.tryLock()).isNotNull();
        }
    }

    @Test
    void waiterGetsTheLockWhenItIsReleased() throws IOException {
        try (FileChannel mine = Rig.create(one.getPath("/lock"));
            FileChannel other = Rig.create(two.getPath("/lock"))) {
            FileLock held = mine.lock();
            CompletableFuture<FileLock> waiter = lockElsewhere(other);
            assertThat(waiter).isNotDone();
            held.release();
            assertThat(waiter.join().isValid()).isTrue();
        }
    }

    @Test
    void waiterOfAChannelThatIsClosedGivesUp() throws IOException {
        try (FileChannel mine = Rig.create(one.getPath("/lock"));
            FileChannel other = Rig.create(two.getPath("/lock"))) {
            assertThat(mine.lock().isValid()).isTrue();
            CompletableFuture<FileLock> waiter = lockElsewhere(other);
            two.kill();
            assertThatThrownBy(waiter::join).isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfAny(AsynchronousCloseException.class, ClosedChannelException.class);
        }
    }

    private static CompletableFuture<FileLock> lockElsewhere(FileChannel channel) {
        CompletableFuture<FileLock> locked = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                locked.complete(channel.lock());
            } catch (IOException | RuntimeException e) {
                locked.completeExceptionally(e);
            }
        });
        return locked;
    }

    @Test
    void killedProcessCanDoNothingAndLeavesWhatItWrote() throws IOException {
        Path file = one.getPath("/f");
        FileChannel channel = Rig.create(file);
        FileLock lock = channel.lock();
        Rig.write(channel, 0, "x");
        one.kill();
        assertThat(channel.isOpen()).isFalse();
        assertThat(lock.isValid()).isFalse();
        assertThatThrownBy(() -> Rig.write(channel, 0, "y")).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> channel.force(true)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> Files.delete(file)).isInstanceOf(ClosedFileSystemException.class);
        assertThat(Files.readString(two.getPath("/f"))).isEqualTo("x");
        try (FileChannel other = Rig.create(two.getPath("/f"))) {
            assertThat(other.tryLock()).isNotNull();
        }
        assertThat(Rig.undamaged(disk, "/f")).contains("none", "", "x");
    }

    @Test
    void interruptClosesTheChannel() throws IOException {
        FileChannel channel = Rig.create(one.getPath("/f"));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Rig.write(channel, 0, "x")).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(channel.isOpen()).isFalse();
        assertThat(Files.size(one.getPath("/f"))).isZero();
    }

    @Test
    void deletedFileCanBeUsedByWhoHasItOpen() throws IOException {
        Path file = one.getPath("/f");
        try (FileChannel channel = Rig.create(file)) {
            Files.delete(file);
            Rig.write(channel, 0, "x");
            channel.force(true);
            assertThat(channel.size()).isEqualTo(1);
        }
        assertThat(Rig.undamaged(disk, "/f")).contains("none");
    }

    @Test
    void pathsOfTheMachineAreNotTaken() {
        assertThatThrownBy(() -> one.getPath("/f").resolve(Path.of("g")))
            .isInstanceOf(ProviderMismatchException.class);
    }

    @Test
    void whatADiskCannotDoIsRefused() throws IOException {
        Path file = one.getPath("/f");
        Files.createFile(file);
        try (FileChannel channel = Rig.open(file, StandardOpenOption.READ)) {
            assertThatThrownBy(() -> channel.map(FileChannel.MapMode.READ_ONLY, 0, 1))
                .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1)))
                .isInstanceOf(NonWritableChannelException.class);
        }
        assertThatThrownBy(() -> Rig.open(file, StandardOpenOption.DELETE_ON_CLOSE, StandardOpenOption.WRITE))
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessageContaining("DELETE_ON_CLOSE");
    }

    @Test
    void pathsAreReadAsTheMachineReadsThem() {
        List<String> texts = List.of("/", "", "a", "/a/b", "a/../b", "./a", "../a", "/../a", "a//b/", "/a/b/../../c");
        for (String left : texts) {
            Path mine = one.getPath(left);
            Path real = Path.of(left);
            assertThat(mine).hasToString(real.toString());
            assertThat(mine.normalize()).hasToString(real.normalize().toString());
            assertThat(mine.getNameCount()).as(left).isEqualTo(real.getNameCount());
            assertThat(String.valueOf(mine.getParent())).isEqualTo(String.valueOf(real.getParent()));
            assertThat(String.valueOf(mine.getFileName())).isEqualTo(String.valueOf(real.getFileName()));
            assertThat(String.valueOf(mine.getRoot())).isEqualTo(String.valueOf(real.getRoot()));
            for (String right : texts) {
                assertThat(mine.resolve(right)).as("%s resolve %s", left, right)
                    .hasToString(real.resolve(right).toString());
                assertThat(mine.startsWith(right)).as("%s starts with %s", left, right)
                    .isEqualTo(real.startsWith(right));
                assertThat(mine.endsWith(right)).as("%s ends with %s", left, right).isEqualTo(real.endsWith(right));
                assertThat(mine.equals(one.getPath(right))).isEqualTo(real.equals(Path.of(right)));
            }
        }
        assertThat(one.getPath("/a/b").relativize(one.getPath("/a/c/d"))).hasToString("../c/d");
        assertThat(one.getPathMatcher("glob:*.log").matches(one.getPath("1.log"))).isTrue();
    }

    @Test
    void threadsDoNotDisturbEachOther() throws IOException {
        try (FileChannel channel = Rig.create(one.getPath("/f"))) {
            Crew.run(THREADS, false, index -> {
                for (int i = 0; i < WRITES; i++) {
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) index, (byte) i}));
                    if (i % 10 == 0) {
                        channel.force(false);
                    }
                }
            });
            assertThat(channel.size()).isEqualTo(2L * THREADS * WRITES);
        }
        assertThat(disk.operations()).hasSize(1 + THREADS * (WRITES + WRITES / 10));
        assertThat(disk.images(disk.point(), 20, 1)).isNotEmpty();
    }
}
