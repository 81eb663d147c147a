package io.baton.testing.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;

/** What goes wrong when it should, and only then. */
final class FaultTest {
    private final CrashDisk disk = new CrashDisk();
    private final Path file = disk.process().getPath("/f");

    @Test
    void theNamedOperationFailsAndNoOther() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "")) {
            disk.inject(Fault.of(DiskOperationKind.WRITE, 2, Fault.DEVICE_FAILED));
            Rig.write(channel, 0, "a");
            assertThatThrownBy(() -> Rig.write(channel, 1, "b")).isExactlyInstanceOf(IOException.class)
                .hasMessage("Input/output error");
            Rig.write(channel, 1, "c");
        }
        assertThat(Files.readString(file)).isEqualTo("ac");
    }

    @Test
    void writeFailsAfterAPart() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "")) {
            disk.inject(Fault.of(DiskOperationKind.WRITE, 1, Fault.DISK_FULL).afterBytes(2));
            ByteBuffer bytes = ByteBuffer.wrap(new byte[] {'a', 'b', 'c'});
            assertThatThrownBy(() -> channel.write(bytes)).hasMessage("No space left on device");
            assertThat(channel.position()).isZero();
            assertThat(bytes.position()).isZero();
        }
        assertThat(Files.readString(file)).isEqualTo("ab");
    }

    @Test
    void shortWriteDoesNotFail() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "")) {
            disk.inject(Fault.shortWrite(1, 2));
            ByteBuffer bytes = ByteBuffer.wrap(new byte[] {'a', 'b', 'c'});
            assertThat(channel.write(bytes)).isEqualTo(2);
            assertThat(channel.write(bytes)).isEqualTo(1);
        }
        assertThat(Files.readString(file)).isEqualTo("abc");
    }

    @Test
    void nothingSucceedsAfterALastingFault() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, "x")) {
            disk.inject(Fault.any(2, Fault.DEVICE_FAILED).andAllThatFollow());
            Rig.write(channel, 0, "y");
            assertThatThrownBy(() -> channel.force(true)).hasMessage(Fault.DEVICE_FAILED);
            assertThatThrownBy(() -> Rig.write(channel, 0, "z")).hasMessage(Fault.DEVICE_FAILED);
            assertThatThrownBy(() -> channel.truncate(0)).hasMessage(Fault.DEVICE_FAILED);
            assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1), 0)).hasMessage(Fault.DEVICE_FAILED);
            assertThatThrownBy(() -> Files.delete(file)).isInstanceOf(FileSystemException.class)
                .hasMessage("/f: Input/output error");
            disk.clearFaults();
            assertThat(Files.readString(file)).isEqualTo("y");
        }
    }

    @Test
    void namesStayWhenTheirChangeFails() throws IOException {
        Rig.forcedFile(file, "x").close();
        disk.inject(Fault.of(DiskOperationKind.RENAME, 1, Fault.DEVICE_FAILED));
        disk.inject(Fault.of(DiskOperationKind.CREATE, 1, Fault.DISK_FULL));
        disk.inject(Fault.of(DiskOperationKind.MAKE_DIRECTORY, 1, Fault.DISK_FULL));
        Path other = file.resolveSibling("g");
        int before = disk.point();
        assertThatThrownBy(() -> Files.move(file, other, StandardCopyOption.ATOMIC_MOVE))
            .isInstanceOf(FileSystemException.class);
        assertThatThrownBy(() -> Files.createFile(other)).isInstanceOf(FileSystemException.class);
        assertThatThrownBy(() -> Files.createDirectory(other)).isInstanceOf(FileSystemException.class);
        assertThat(disk.point()).isEqualTo(before);
        assertThat(Files.exists(file)).isTrue();
        assertThat(Files.exists(other)).isFalse();
    }

    @Test
    void failedForceLosesWhatItShouldHaveForcedAlthoughTheNextOneSucceeds() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, Rig.sector('o'))) {
            Rig.write(channel, 0, "n");
            Rig.write(channel, Rig.SECTOR, "m");
            disk.inject(Fault.of(DiskOperationKind.FORCE, 1, Fault.DEVICE_FAILED));
            assertThatThrownBy(() -> channel.force(true)).hasMessage(Fault.DEVICE_FAILED);
            channel.force(true);
            assertThat(Files.readString(file)).startsWith("no").endsWith("m");
        }
        assertThat(Rig.undamaged(disk, "/f")).containsExactly(Rig.sector('o'));
    }

    @Test
    void whatIsWrittenAfterAFailedForceCanBeForced() throws IOException {
        try (FileChannel channel = Rig.forcedFile(file, Rig.sector('o'))) {
            Rig.write(channel, 0, "n");
            Rig.write(channel, Rig.SECTOR, "mm");
            disk.inject(Fault.of(DiskOperationKind.FORCE, 1, Fault.DEVICE_FAILED));
            assertThatThrownBy(() -> channel.force(true)).hasMessage(Fault.DEVICE_FAILED);
            Rig.write(channel, Rig.SECTOR + 1, "k");
            channel.force(true);
        }
        assertThat(Rig.undamaged(disk, "/f")).containsExactly(Rig.sector('o') + "mk");
    }

    @Test
    void failedForceOfADirectoryLosesItsNames() throws IOException {
        Rig.create(file).close();
        disk.inject(Fault.of(DiskOperationKind.FORCE_DIRECTORY, 1, Fault.DEVICE_FAILED));
        assertThatThrownBy(() -> Rig.forceDirectory(file.resolveSibling(""))).hasMessage(Fault.DEVICE_FAILED);
        Rig.forceDirectory(file.resolveSibling(""));
        assertThat(Files.exists(file)).isTrue();
        assertThat(Rig.undamaged(disk, "/f")).containsExactly("none");
    }

    @Test
    void fullDiskWritesWhatFitsAndThenFails() throws IOException {
        disk.setCapacity(10);
        try (FileChannel channel = Rig.create(file)) {
            assertThat(channel.write(ByteBuffer.allocate(8))).isEqualTo(8);
            assertThat(channel.write(ByteBuffer.allocate(8))).isEqualTo(2);
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(8))).hasMessage("No space left on device");
            assertThat(channel.write(ByteBuffer.allocate(8), 2)).isEqualTo(8);
            assertThat(Files.getFileStore(file).getUsableSpace()).isZero();
            channel.truncate(4);
            assertThat(Files.getFileStore(file).getUsableSpace()).isEqualTo(6);
            assertThat(channel.write(ByteBuffer.allocate(2))).isEqualTo(2);
        }
    }

    @Test
    void faultsThatMeanNothingAreRefused() {
        assertThatThrownBy(() -> Fault.any(0, Fault.DEVICE_FAILED)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("0");
        assertThatThrownBy(() -> Fault.shortWrite(1, 1).andAllThatFollow())
            .isInstanceOf(IllegalArgumentException.class);
    }
}
