/**
 * Values, types and errors of JDBC, and their forms on the wire.
 *
 * <ol>
 * <li>{@link io.baton.jdbc.value.SqlType}: the {@code java.sql.Types} of a type of the protocol.
 * <li>{@code Conversion} and {@link io.baton.jdbc.value.Moments}: from a value to the result of a getter.
 * <li>{@link io.baton.jdbc.value.Arguments}: from the argument of a setter to the value that is sent.
 * <li>{@link io.baton.jdbc.value.SqlErrors}: the {@code SQLException} for each end of a call.
 * </ol>
 */
@NullMarked
package io.baton.jdbc.value;

import org.jspecify.annotations.NullMarked;
