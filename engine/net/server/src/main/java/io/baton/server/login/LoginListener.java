package io.baton.server.login;

import io.baton.protocol.Reason;
import io.baton.server.users.Access;

/** The connection behind a login. Called on its event loop. */
public interface LoginListener {

    /**
     * The client has proved who it is; its HELLO follows.
     *
     * @param access what it may do
     */
    void loggedIn(Access access);

    /**
     * The login is refused: the client is told, and the connection closed.
     *
     * @param reason why
     * @param message for the client
     * @param logged for the server's log, the end of a sentence
     */
    void refuse(Reason reason, String message, String logged);

    /**
     * The client has not kept to the protocol: the connection is closed.
     *
     * @param why the end of a sentence
     */
    void end(String why);
}
