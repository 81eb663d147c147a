/**
 * Logins, between HELLO and WELCOME. A {@link io.baton.server.login.LoginHandler} stands in front of a connection until
 * its client has proved who it is; {@link io.baton.server.login.Logins} is what all logins of a server share, and
 * {@code FailedLogins} slows down who guesses. Protocol: {@code engine/protocol/spec/protocol.md}, section 10.
 *
 * <p>A handler belongs to its channel's event loop; what is shared is thread-safe.
 */
@NullMarked
package io.baton.server.login;

import org.jspecify.annotations.NullMarked;
