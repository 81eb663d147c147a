/**
 * Users of a server, and their grants. A {@link io.baton.server.users.UserFile} holds a
 * {@link io.baton.server.users.UserList}: for each {@link io.baton.server.users.User} the keys of the password and
 * {@link io.baton.server.users.Grants}. {@link io.baton.server.users.Users} is a running server's view of the file;
 * {@link io.baton.server.users.Access} has the rights of one connection. Page: {@code docs/security.md}.
 *
 * <p>Lists, users and grants are immutable; {@code baton user} replaces the file, and a server sees that within a
 * second.
 */
@NullMarked
package io.baton.server.users;

import org.jspecify.annotations.NullMarked;
