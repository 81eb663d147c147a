package io.baton.server.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server knows of its users while their file comes and goes. */
@Timeout(20)
class UsersTest {

    private final CrashDisk disk = new CrashDisk();
    private final Path path = disk.process().getPath("/users");
    private final List<String> log = new ArrayList<>();

    /** Another mode or owner is no change that a file shows. */
    @Test
    void usersAreBackWhenTheirFileCanBeReadAgain() throws IOException {
        final UserFile file = new UserFile(path);
        file.change(UserList.empty(new SplittableRandom(1)), list -> list);
        final Users users = Users.open(file, log::add);
        new UserFile(path).change(UserList.empty(new SplittableRandom(2)), list -> list);
        unreadable(3);
        for (int i = 0; i < 3; i++) {
            users.refresh();
            assertThat(users.list()).isNull();
        }
        assertThat(log).containsExactly("nobody can log in, as Permission denied");
        users.refresh();
        assertThat(users.list()).isNotNull();
        users.refresh();
        assertThat(log).hasSize(1);
    }

    @Test
    void eachNewFailureIsALineOfTheLog() throws IOException {
        final UserFile file = new UserFile(path);
        file.change(UserList.empty(new SplittableRandom(1)), list -> list);
        final Users users = Users.open(file, log::add);
        for (int i = 0; i < 2; i++) {
            new UserFile(path).change(UserList.empty(new SplittableRandom(2)), list -> list);
            unreadable(1);
            users.refresh();
            users.refresh();
            assertThat(users.list()).isNotNull();
        }
        Files.delete(path);
        users.refresh();
        users.refresh();
        assertThat(log).containsExactly("nobody can log in, as Permission denied",
            "nobody can log in, as Permission denied", "nobody can log in, as there is no file /users");
    }

    private void unreadable(int times) {
        for (int i = 1; i <= times; i++) {
            disk.inject(Fault.of(DiskOperationKind.READ, i, "Permission denied"));
        }
    }
}
