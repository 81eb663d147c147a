package io.baton.console;

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

/** A file of users: operators or not. */
final class Tellers {

    final Path path;
    private final UserFile file;

    /** Olga operates and may call Deposit; oleg operates only; max may call everything, and does not operate. */
    Tellers(Path folder) throws IOException {
        path = folder.resolve("users");
        file = new UserFile(path);
        put("olga", "olga-secret", true, "Deposit");
        put("oleg", "oleg-secret", true);
        put("max", "max-secret", false, Grants.ALL);
    }

    void put(String name, String password, boolean operator, String... procedures) throws IOException {
        final Grants grants = new Grants(new TreeSet<>(List.of(procedures)), false, operator);
        file.change(UserList.empty(new SplittableRandom(1)), list -> list.with(new User(name,
            ScramKeys.of(password.toCharArray(), new byte[] {1, 2, 3}, ScramKeys.ITERATIONS_LEAST), grants)));
    }

    void remove(String name) throws IOException {
        file.change(UserList.empty(new SplittableRandom(1)), list -> list.without(name));
    }
}
