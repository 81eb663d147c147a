package io.baton.server.users;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a running server knows of its users. Thread-safe. */
public final class Users {

    private final UserFile file;
    private final Consumer<String> log;
    /** Null while the file cannot be read: then nobody logs in, and nobody may do anything. */
    private volatile @Nullable UserList list;
    /** What was logged of a file that cannot be read; empty while it can be. */
    @GuardedBy("this")
    private String complaint = "";

    private Users(UserFile file, UserList list, Consumer<String> log) {
        this.file = file;
        this.list = list;
        this.log = log;
    }

    /**
     * Reads the users.
     *
     * @param file where they are
     * @param log takes a line when the file cannot be read later
     * @return the users
     * @throws IOException if the file cannot be read or is damaged
     */
    public static Users open(UserFile file, Consumer<String> log) throws IOException {
        return new Users(file, file.read(), log);
    }

    /** Reads the file again if it has changed, or if it could not be read the last time. */
    public synchronized void refresh() {
        if (file.hasChanged()) {
            try {
                list = file.read();
                complaint = "";
            } catch (IOException e) {
                list = null;
                complain("nobody can log in, as " + e.getMessage());
            }
        }
    }

    @GuardedBy("this")
    private void complain(String line) {
        if (!line.equals(complaint)) {
            complaint = line;
            log.accept(line);
        }
    }

    /** {@return all users as they are now, or null if that cannot be known} */
    public @Nullable UserList list() {
        return list;
    }
}
