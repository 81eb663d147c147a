package io.baton.server.login;

import io.baton.protocol.scram.ScramKeys;
import io.baton.server.users.Access;
import io.baton.server.users.User;
import io.baton.server.users.UserList;
import java.net.InetAddress;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Logins of a server's users who send their passwords, as browsers do: checked against the same keys and slowed down
 * together with those over the wire. Thread-safe.
 */
public final class PasswordLogins {

    private final Logins logins;

    /**
     * Makes them.
     *
     * @param logins what all logins of the server share
     */
    public PasswordLogins(Logins logins) {
        this.logins = logins;
    }

    /**
     * Begins a login.
     *
     * @param user whose it is said to be, in any form
     * @param from where it comes from
     * @return the login, or null if too many that have failed are waiting: it is refused
     */
    public @Nullable Attempt begin(String user, InetAddress from) {
        final String name = Logins.prepared(user);
        final String address = FailedLogins.owner(from);
        final FailedLogins.Turn turn = logins.failed().begin(name, address, true);
        return turn == null ? null : new Attempt(name, address, turn);
    }

    /** One login. {@link #check} or {@link #abandon} ends it. For one thread at a time. */
    public final class Attempt {
        private final String user;
        private final String address;
        private final FailedLogins.Turn turn;

        private Attempt(String user, String address, FailedLogins.Turn turn) {
            this.user = user;
            this.address = address;
            this.turn = turn;
        }

        /** {@return the user's name in its one form; ? for what nobody can be called} */
        public String user() {
            return user;
        }

        /** {@return how many nanoseconds the check must wait} */
        public long waitNanos() {
            return turn.nanos();
        }

        /** {@return how many nanoseconds the answer must wait once the password was found wrong} */
        public long answerNanos() {
            return turn.answerNanos();
        }

        /** {@return whether the answer to a wrong password is that too many logins have failed} */
        public boolean busyIfWrong() {
            return turn.busyIfWrong();
        }

        /** The login is given up before it was checked. */
        public void abandon() {
            logins.failed().end(turn);
        }

        /**
         * Checks the password, which takes some 10 ms of a processor, whether there is such a user or not.
         *
         * @param password in any form; stays the caller's
         * @return the user, or null if there is none of that name, the password is wrong, or users cannot be read
         */
        public @Nullable LoggedIn check(char[] password) {
            try {
                return find(password);
            } finally {
                // Until then it has its place: many that are begun at once are checked one after the other.
                abandon();
            }
        }

        private @Nullable LoggedIn find(char[] password) {
            final UserList users = logins.users().list();
            if (users == null) {
                return null;
            }
            final User found = users.find(user);
            final ScramKeys keys = users.keys(user);
            if (!fits(keys, password) || found == null) {
                logins.failed().failed(user, address);
                return null;
            }
            logins.failed().succeeded(user, address);
            return new LoggedIn(user, keys.storedKey());
        }

        private static boolean fits(ScramKeys keys, char[] password) {
            try {
                final ScramKeys typed = ScramKeys.of(password, keys.salt(), keys.iterations());
                return MessageDigest.isEqual(typed.storedKey(), keys.storedKey());
            } catch (IllegalArgumentException e) {
                // It cannot be a password, so it is nobody's.
                return false;
            }
        }
    }

    /** A user who has logged in. {@link #access} is for one thread at a time. */
    public final class LoggedIn {
        private final String name;
        private final byte[] storedKey;
        private final Access access;

        private LoggedIn(String name, byte[] storedKey) {
            this.name = name;
            this.storedKey = storedKey;
            this.access = Access.of(logins.users(), name);
        }

        /** {@return the name in its one form} */
        public String name() {
            return name;
        }

        /** {@return what the user may do now} */
        public Access access() {
            return access;
        }

        /** {@return whether there still is this user, with the password of the login} */
        public boolean isCurrent() {
            final UserList users = logins.users().list();
            final User now = users == null ? null : users.find(name);
            return now != null && MessageDigest.isEqual(now.keys().storedKey(), storedKey);
        }
    }
}
