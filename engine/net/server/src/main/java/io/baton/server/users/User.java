package io.baton.server.users;

import io.baton.protocol.scram.PreparedText;
import io.baton.protocol.scram.ScramKeys;

/**
 * A user.
 *
 * @param name in the form of {@link PreparedText}
 * @param keys of the password
 * @param grants what they may do
 */
public record User(String name, ScramKeys keys, Grants grants) {

    /** Checks the name. */
    public User {
        if (!PreparedText.name(name).equals(name)) {
            throw new IllegalArgumentException("a user's name that is not in its one form");
        }
    }
}
