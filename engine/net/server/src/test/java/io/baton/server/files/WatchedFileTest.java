package io.baton.server.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A file that is watched is read again when that may bring something else. */
@Timeout(20)
class WatchedFileTest {

    private final CrashDisk disk = new CrashDisk();
    private final Path path = disk.process().getPath("/key");
    private final WatchedFile file = new WatchedFile(path);

    @Test
    void aFileIsReadOnceWhileItStaysAsItWas() throws IOException {
        assertThat(file.hasChanged()).isFalse();
        Files.writeString(path, "one");
        assertThat(file.hasChanged()).isTrue();
        assertThat(file.read()).asString().isEqualTo("one");
        assertThat(file.hasChanged()).isFalse();
        Files.writeString(path, "three");
        assertThat(file.hasChanged()).isTrue();
        assertThat(file.read()).asString().isEqualTo("three");
        Files.delete(path);
        assertThat(file.hasChanged()).isTrue();
    }

    /** Its owner and mode are not part of what is watched: the file looks the same before and after. */
    @Test
    void aFileThatCouldNotBeReadIsReadAgainThoughNothingElseChanges() throws IOException {
        Files.writeString(path, "one");
        file.read();
        Files.writeString(path, "three");
        disk.inject(Fault.of(DiskOperationKind.READ, 1, "Permission denied"));
        assertThatThrownBy(file::read).isInstanceOf(IOException.class).hasMessageContaining("Permission denied");
        assertThat(file.hasChanged()).isTrue();
        assertThat(file.read()).asString().isEqualTo("three");
        assertThat(file.hasChanged()).isFalse();
    }

    @Test
    void aFileThatIsGoneIsNotLookedForInVain() throws IOException {
        Files.writeString(path, "one");
        file.read();
        Files.delete(path);
        assertThatThrownBy(file::read).isInstanceOf(IOException.class).hasMessage("there is no file /key");
        assertThat(file.hasChanged()).isFalse();
        Files.writeString(path, "one");
        assertThat(file.hasChanged()).isTrue();
    }
}
