package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.storage.recovery.LockProcess.Act;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A second process is refused as long as the first one lives, whatever that does to its files. */
@Timeout(60)
class HeldDirectoryTest {
    @TempDir
    Path folder;
    private Path directory = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(folder.resolve("store"));
    }

    private static String inUse(Path place, String who) {
        return "%s is in use: %s is locked by %s".formatted(place, place.resolve("lock"), who);
    }

    private void assertRefused(long pid) {
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> DirectoryLock.take(directory).close())
            .withMessageStartingWith(inUse(directory, "process " + pid + ", started "))
            .withMessageEndingWith("Z; close the engine that has it open, or end that process");
    }

    private static Stream<Act> acts(boolean kernel) {
        return Stream.of(Act.values()).filter(act -> kernel || !act.needsKernelLock());
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void anotherProcessIsRefusedWhateverTheHolderDoes(boolean holderCallsSystem, boolean otherCallsSystem)
            throws Exception {
        boolean kernel = holderCallsSystem && otherCallsSystem;
        try (LockProcess holder = LockProcess.start(holderCallsSystem);
            LockProcess other = LockProcess.start(otherCallsSystem)) {
            assertThat(holder.take(directory)).isEqualTo(LockProcess.DONE);
            for (Act act : acts(kernel).toList()) {
                assertThat(holder.act(act, directory)).as("%s", act).isEqualTo(LockProcess.DONE);
                String answer = other.take(directory);
                assertThat(answer).as("%s", act).startsWith(directory + " is in use: ");
                if (!act.needsKernelLock()) {
                    assertThat(answer).as("%s", act).contains("is locked by process " + holder.pid() + ", started ");
                }
            }
            assertThat(holder.giveBack()).isEqualTo(LockProcess.DONE);
            assertThat(other.take(directory)).isEqualTo(LockProcess.DONE);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLockOfAKilledProcessIsFreeAtOnce(boolean callsSystem) throws Exception {
        try (LockProcess holder = LockProcess.start(callsSystem)) {
            assertThat(holder.take(directory)).isEqualTo(LockProcess.DONE);
            assertThat(holder.act(Act.COPY_ALL_FILES, directory)).isEqualTo(LockProcess.DONE);
            assertRefused(holder.pid());
            holder.kill();
            DirectoryLock.take(directory).close();
        }
    }

    /** It goes on as if nothing had been, so nobody may have the store meanwhile. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProcessThatIsStoppedKeepsItsLock(boolean callsSystem) throws Exception {
        try (LockProcess holder = LockProcess.start(callsSystem)) {
            assertThat(holder.take(directory)).isEqualTo(LockProcess.DONE);
            assertThat(holder.act(Act.COPY_ALL_FILES, directory)).isEqualTo(LockProcess.DONE);
            holder.signal("STOP");
            assertRefused(holder.pid());
            holder.signal("CONT");
            assertThat(holder.act(Act.READ_ALL_FILES, directory)).isEqualTo(LockProcess.DONE);
            assertRefused(holder.pid());
            assertThat(holder.giveBack()).isEqualTo(LockProcess.DONE);
            DirectoryLock.take(directory).close();
        }
    }

    @Test
    void aDirectoryIsTheSameByWhateverPath() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), directory);
        try (LockProcess holder = LockProcess.start(true)) {
            assertThat(holder.take(link)).isEqualTo(LockProcess.DONE);
            assertThat(holder.act(Act.COPY_ALL_FILES, directory)).isEqualTo(LockProcess.DONE);
            assertRefused(holder.pid());
            Path moved = Files.move(directory, folder.resolve("moved"));
            assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> DirectoryLock.take(moved).close())
                .withMessageStartingWith(inUse(moved, "process " + holder.pid()));
        }
    }

    @Test
    void aCopyIsNobodysThoughItNamesAProcess() throws Exception {
        try (LockProcess holder = LockProcess.start(false)) {
            assertThat(holder.take(directory)).isEqualTo(LockProcess.DONE);
            Path copy = Files.createDirectory(folder.resolve("copy"));
            Files.copy(directory.resolve("lock"), copy.resolve("lock"));
            assertThat(copy.resolve("lock")).content().startsWith("pid=" + holder.pid());
            DirectoryLock.take(copy).close();
        }
    }

    private void write(String line) throws IOException {
        Files.writeString(directory.resolve("lock"), line);
    }

    private Object key() throws IOException {
        return Files.readAttributes(directory.resolve("lock"), BasicFileAttributes.class).fileKey();
    }

    /** Numbers of processes are given again. */
    @Test
    void aProcessWithTheNumberOfOneThatIsGoneHasNoLock() throws Exception {
        try (LockProcess other = LockProcess.start(true)) {
            assertThat(other.act(Act.NOTHING, directory)).isEqualTo(LockProcess.DONE);
            write("");
            String started = ProcessHandle.of(other.pid()).flatMap(process -> process.info().startInstant())
                .orElseThrow().toString();
            write("pid=%d started=2020-01-01T00:00:00Z kernel=no file=%s\n".formatted(other.pid(), key()));
            DirectoryLock.take(directory).close();
            write("pid=%d started=%s kernel=yes file=%s\n".formatted(other.pid(), started, key()));
            try (LockProcess another = LockProcess.start(true)) {
                assertThat(another.take(directory)).isEqualTo(LockProcess.DONE);
            }
            write("pid=%d started=%s kernel=no file=%s\n".formatted(other.pid(), started, key()));
            assertRefused(other.pid());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "pid=", "pid=99999999999999999999 started=- kernel=no file=x\n",
        "pid=1 started=yesterday kernel=no file=x\n", "Dear reader\n", "\u0000\u0000\u0000\u0000"})
    void aFileThatNamesNobodyIsNoHindrance(String content) throws IOException {
        write(content);
        DirectoryLock.take(directory).close();
        assertThat(directory.resolve("lock")).isEmptyFile();
    }

    @Test
    void theHolderIsNamedInTheFileAsLongAsItHasTheLock() throws IOException {
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            assertThat(lock).isNotNull();
            assertThat(directory.resolve("lock")).content()
                .startsWith("pid=" + ProcessHandle.current().pid() + " started=").endsWith("file=" + key() + "\n");
            assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> DirectoryLock.take(directory).close())
                .withMessage(inUse(directory, "this process, " + ProcessHandle.current().pid())
                    + "; close the engine that has it open");
        }
        assertThat(directory.resolve("lock")).isEmptyFile();
    }
}
