/**
 * Who may log in to a server, and what they may do. A {@link io.baton.server.users.UserFile} holds a
 * {@link io.baton.server.users.UserList}: for each {@link io.baton.server.users.User} the keys of the password and
 * {@link io.baton.server.users.Grants}. {@link io.baton.server.users.Users} is what a running server knows of the file;
 * {@link io.baton.server.users.Access} is what one connection may do. Page: {@code docs/security.md}.
 *
 * <p>Lists, users and grants are immutable; {@code baton user} replaces the file, and a server sees that within a
 * second.
 */
@NullMarked
package io.baton.server.users;

import org.jspecify.annotations.NullMarked;
