/**
 * Logins, between HELLO and WELCOME. A {@link io.baton.server.login.LoginHandler} stands in front of a connection until
 * its client has proved its identity; {@link io.baton.server.login.Logins} is shared by all logins of a server, and
 * {@code FailedLogins} slows down failed ones. Protocol: {@code engine/net/protocol/spec/protocol.md}, section 10.
 *
 * <p>By HTTP passwords are sent: {@link io.baton.server.login.PasswordLogins} checks them, and a console and an
 * endpoint of metrics have {@link io.baton.server.login.OperatorLogins} in front of that, with limits
 * ({@link io.baton.server.login.AddressLimit}) and lines of the log ({@link io.baton.server.login.LimitedLines}).
 *
 * <p>A handler belongs to its channel's event loop, and so do the handlers of HTTP; shared objects are thread-safe.
 */
@NullMarked
package io.baton.server.login;

import org.jspecify.annotations.NullMarked;
