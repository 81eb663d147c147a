package io.baton.server.users;

import org.jspecify.annotations.Nullable;

/**
 * What one connection may do, now: grants that are given or taken count for it too. For the event loop of the
 * connection alone.
 */
public final class Access {

    private final @Nullable Users users;
    private final String name;
    private @Nullable UserList seen;
    private Grants grants;

    private Access(@Nullable Users users, String name, Grants grants) {
        this.users = users;
        this.name = name;
        this.grants = grants;
    }

    /** {@return that of everybody at a server without users} */
    public static Access ofAnybody() {
        return new Access(null, "anybody", Grants.EVERYTHING);
    }

    /**
     * That of a user.
     *
     * @param users who there are
     * @param name who has logged in
     * @return what they may do
     */
    public static Access of(Users users, String name) {
        return new Access(users, name, Grants.NONE);
    }

    /** {@return whose it is} */
    public String name() {
        return name;
    }

    /** {@return the user whose it is, or null if it is everybody's} */
    public @Nullable String user() {
        return users == null ? null : name;
    }

    /** {@return what may be done now; nothing if the user has been removed} */
    public Grants grants() {
        if (users != null) {
            final UserList now = users.list();
            // One comparison for each call, unless the file has changed.
            if (now == null || now != seen) {
                final User user = now == null ? null : now.find(name);
                grants = user == null ? Grants.NONE : user.grants();
                seen = now;
            }
        }
        return grants;
    }
}
