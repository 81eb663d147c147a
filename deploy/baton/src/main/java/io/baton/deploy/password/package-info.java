/**
 * Sources of passwords: a file, a terminal without echo, or a pipe. No other code reads or keeps one. Commands take a
 * {@link io.baton.deploy.password.PasswordOption}; the command line hands in
 * {@link io.baton.deploy.password.StandardPasswords}. Uses only {@code command}.
 */
@NullMarked
package io.baton.deploy.password;

import org.jspecify.annotations.NullMarked;
