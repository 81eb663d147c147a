/**
 * Logins, between HELLO and WELCOME. A {@link io.baton.server.login.LoginHandler} stands in front of a connection until
 * its client has proved who it is; {@link io.baton.server.login.Logins} is what all logins of a server share, and
 * {@code FailedLogins} slows down who guesses. Protocol: {@code engine/net/protocol/spec/protocol.md}, section 10.
 *
 * <p>By HTTP passwords are sent: {@link io.baton.server.login.PasswordLogins} checks them, and
 * {@link io.baton.server.login.OperatorLogins} is what a console and an endpoint of metrics have in front of that, with
 * limits ({@link io.baton.server.login.AddressLimit}) and lines of the log
 * ({@link io.baton.server.login.LimitedLines}).
 *
 * <p>A handler belongs to its channel's event loop, and so does what serves HTTP; what is shared is thread-safe.
 */
@NullMarked
package io.baton.server.login;

import org.jspecify.annotations.NullMarked;
