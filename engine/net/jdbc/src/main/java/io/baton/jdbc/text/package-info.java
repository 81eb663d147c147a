/**
 * Texts of users: {@link io.baton.jdbc.text.Command} is a call or a query, {@link io.baton.jdbc.text.CommandParser}
 * reads it, {@link io.baton.jdbc.text.CallBinding} maps markers to parameters and results,
 * {@link io.baton.jdbc.text.ConnectionUrl} reads the URL of a connection.
 */
@NullMarked
package io.baton.jdbc.text;

import org.jspecify.annotations.NullMarked;
