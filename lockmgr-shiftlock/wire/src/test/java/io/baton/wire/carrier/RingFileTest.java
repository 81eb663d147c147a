package io.baton.wire.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of lanes: which are mapped, and who removes them. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingFileTest {

    private static final int FILES = 2_000;

    @TempDir
    private Path folder;

    private Path file(Path directory, long number) {
        return directory.resolve("lane-" + number);
    }

    /** A link could lead to any file of this user. */
    @Test
    void noLaneIsMappedThroughASymbolicLink() throws IOException {
        final Path other = Files.createDirectory(folder.resolve("other"));
        RingFile.create(folder, 1);
        Files.createSymbolicLink(file(other, 1), file(folder, 1));
        assertThatThrownBy(() -> RingFile.open(other, 1)).isInstanceOf(IOException.class);
        assertThatCode(() -> RingFile.open(folder, 1)).doesNotThrowAnyException();
    }

    @Test
    void onlyFilesOfLanesAreRemoved() throws IOException {
        Files.createFile(file(folder, 7));
        final Path word = Files.createFile(folder.resolve("lane-seven"));
        final Path link = Files.createSymbolicLink(file(folder, 8), word);
        RingFile.clean(folder);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactlyInAnyOrder(word, link);
        }
    }

    /** Clients of the dead server that have just mapped their lanes' files remove the names as well. */
    @Test
    void aLockServerBeginsWhileClientsRemoveWhatTheOneBeforeHasLeft() throws Exception {
        final List<Path> files = LongStream.range(0, FILES).mapToObj(number -> file(folder, number)).toList();
        for (final Path each : files) {
            Files.createFile(each);
        }
        final CountDownLatch begun = new CountDownLatch(1);
        final CompletableFuture<Void> clients = CompletableFuture.runAsync(() -> {
            begun.countDown();
            for (long number = 0; number < FILES; number++) {
                RingFile.unlink(folder, number);
            }
        }, task -> Thread.ofPlatform().daemon().start(task));
        begun.await();
        RingFile.clean(folder);
        clients.join();
        assertThat(files).noneMatch(Files::exists);
    }
}
