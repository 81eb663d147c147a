package io.baton.server.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.protocol.scram.ScramKeys;
import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The file of users: what is written is read, and damage is seen. */
@Timeout(20)
class UserFileTest {

    private static final UserList NOBODY = UserList.empty(new SplittableRandom(1));
    private static final ScramKeys KEYS =
        ScramKeys.of("some password".toCharArray(), new byte[16], ScramKeys.ITERATIONS_LEAST);

    @TempDir
    private Path folder = Path.of("");

    private static Grants grants(boolean tables, boolean operator, String... procedures) {
        return new Grants(new TreeSet<>(List.of(procedures)), tables, operator);
    }

    private UserFile written() throws IOException {
        final UserFile file = new UserFile(folder.resolve("users"));
        file.change(NOBODY, list -> list.with(new User("ann", KEYS, grants(true, true, "*")))
            .with(new User("b,=b", KEYS, grants(true, false, "Transfer", "new order", "\u00e4"))));
        return file;
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        final UserList read = written().read();
        assertThat(read.users()).extracting(User::name).containsExactly("ann", "b,=b");
        assertThat(read.users()).extracting(User::grants)
            .containsExactly(grants(true, true, "*"), grants(true, false, "Transfer", "new order", "\u00e4"));
        assertThat(read.keys("ann").storedKey()).isEqualTo(KEYS.storedKey());
        assertThat(read.keys("ann").serverKey()).isEqualTo(KEYS.serverKey());
        assertThat(read.keys("eve").salt()).isEqualTo(NOBODY.keys("eve").salt());
        assertThat(read.users().getFirst().grants()).hasToString(
            "call all procedures; read tables; operate the server");
        assertThat(read.without("ann").find("ann")).isNull();
    }

    @Test
    void onlyItsOwnerReadsIt() throws IOException {
        written();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("users"))))
            .isEqualTo("rw-------");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    /** A server with an account of its own reads what its operator has changed. */
    @Test
    void itStaysWithItsOwnerAndGroup() throws IOException {
        final UserFile file = written();
        final Path path = folder.resolve("users");
        final PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        final UserPrincipalLookupService names = path.getFileSystem().getUserPrincipalLookupService();
        try {
            view.setGroup(names.lookupPrincipalByGroupName("daemon"));
            view.setOwner(names.lookupPrincipalByName("daemon"));
        } catch (IOException e) {
            Assumptions.abort("only an administrator gives files away: " + e.getMessage());
        }
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        file.change(NOBODY, list -> list.without("ann"));
        final PosixFileAttributes kept = Files.readAttributes(path, PosixFileAttributes.class);
        assertThat(kept.owner().getName()).isEqualTo("daemon");
        assertThat(kept.group().getName()).isEqualTo("daemon");
        assertThat(PosixFilePermissions.toString(kept.permissions())).isEqualTo("rw-r-----");
        assertThat(file.read().users()).hasSize(1);
    }

    @Test
    void aPowerCutDoesNotBringTakenGrantsBack() throws IOException {
        final CrashDisk disk = new CrashDisk();
        final UserFile file = new UserFile(disk.process().getPath("/users"));
        file.change(NOBODY, list -> list.with(new User("ann", KEYS, grants(true, true, "*"))));
        file.change(NOBODY, list -> list.with(new User("ann", KEYS, Grants.NONE)));
        final CrashDisk after = disk.forced(disk.point());
        assertThat(new UserFile(after.process().getPath("/users")).read().users()).extracting(User::grants)
            .containsExactly(Grants.NONE);
    }

    @Test
    void noPasswordIsInIt() throws IOException {
        written();
        assertThat(Files.readString(folder.resolve("users"))).doesNotContain("some password", "some", "password")
            .startsWith("baton-users 1\nsecret ");
    }

    @Test
    void everyDamageIsSeen() throws IOException {
        final UserFile file = written();
        final Path path = folder.resolve("users");
        final byte[] good = Files.readAllBytes(path);
        for (int at = 0; at < good.length; at++) {
            final byte[] bad = good.clone();
            bad[at] ^= 1;
            Files.write(path, bad);
            assertThatThrownBy(file::read).as("byte " + at).isInstanceOf(IOException.class)
                .hasMessageContaining(path + " is damaged");
            Files.write(path, java.util.Arrays.copyOf(good, at));
            assertThatThrownBy(file::read).as("length " + at).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> file.change(NOBODY, list -> list)).hasMessageContaining("is damaged");
        assertThat(Files.readAllBytes(path)).hasSize(good.length - 1);
        Files.write(path, "baton-users 2\n".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(file::read).isInstanceOf(IOException.class);
    }

    @Test
    void twoCommandsDoNotChangeItAtOnce() throws IOException {
        final UserFile file = written();
        final Path next = Files.createFile(folder.resolve("users.new"));
        assertThatThrownBy(() -> file.change(NOBODY, list -> list)).isInstanceOf(IOException.class)
            .hasMessageContaining("another command changes").hasMessageContaining("users.new");
        Files.delete(next);
        assertThatThrownBy(() -> file.change(NOBODY, list -> {
            throw new IllegalArgumentException("no");
        })).hasMessage("no");
        file.change(NOBODY, list -> list.without("ann"));
        assertThat(file.read().users()).hasSize(1);
        assertThatThrownBy(() -> new UserFile(folder.resolve("none/users")).change(NOBODY, list -> list))
            .isInstanceOf(IOException.class).hasMessageContaining("there is no directory");
    }

    @Test
    void aLinkStaysALink() throws IOException {
        written();
        final Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("users"));
        new UserFile(link).change(NOBODY, list -> list.without("ann"));
        assertThat(link).isSymbolicLink();
        assertThat(new UserFile(folder.resolve("users")).read().users()).hasSize(1);
    }

    @Test
    void grantsAreAddedAndTakenAway() {
        final Grants some = grants(false, false, "A", "B");
        assertThat(some.mayCall("A")).isTrue();
        assertThat(some.mayCall("C")).isFalse();
        assertThat(some.mayCall("*")).isFalse();
        assertThat(some.with(grants(true, false, "C"))).isEqualTo(grants(true, false, "A", "B", "C"));
        assertThat(some.without(grants(false, false, "A"))).isEqualTo(grants(false, false, "B"));
        assertThat(some.without(grants(false, false, "*"))).isEqualTo(Grants.NONE);
        assertThat(Grants.EVERYTHING.without(grants(false, true)).operator()).isFalse();
        assertThat(Grants.NONE).hasToString("nothing");
        for (final String wrong : new String[] {"", " ", "a\nuser eve", " a", "\u0000"}) {
            assertThatThrownBy(() -> grants(false, false, wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new User("a b", KEYS, some)).isInstanceOf(IllegalArgumentException.class);
    }
}
