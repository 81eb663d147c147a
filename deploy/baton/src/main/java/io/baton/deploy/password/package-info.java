/**
 * Where passwords come from: a file, a terminal that hides what is typed, or a pipe. Nothing else here reads or keeps
 * one. Commands take a {@link io.baton.deploy.password.PasswordOption}; the command line hands in {@link
 * io.baton.deploy.password.StandardPasswords}. Uses only {@code command}.
 */
@NullMarked
package io.baton.deploy.password;

import org.jspecify.annotations.NullMarked;
