package io.baton.server;

import io.baton.protocol.scram.ScramKeys;
import io.baton.server.users.Grants;
import io.baton.server.users.User;
import io.baton.server.users.UserFile;
import io.baton.server.users.UserList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** A file of users whose passwords are their names and "-secret". */
final class TestUsers {

    final UserFile file;
    final Path path;

    TestUsers(Path folder) throws IOException {
        path = folder.resolve("users");
        file = new UserFile(path);
        add("ann", Grants.ALL);
        add("bob", "Add");
    }

    static char[] password(String name) {
        return (name + "-secret").toCharArray();
    }

    /** Adds a user, or replaces the grants of one. */
    void add(String name, String... procedures) throws IOException {
        add(name, new Grants(new TreeSet<>(List.of(procedures)), false, false));
    }

    void add(String name, Grants grants) throws IOException {
        file.change(UserList.empty(new SplittableRandom(1)), list -> list.with(
            new User(name, ScramKeys.of(password(name), new byte[] {1, 2, 3}, ScramKeys.ITERATIONS_LEAST), grants)));
    }

    void remove(String name) throws IOException {
        file.change(UserList.empty(new SplittableRandom(1)), list -> list.without(name));
    }
}
