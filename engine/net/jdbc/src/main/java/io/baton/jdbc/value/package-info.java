/**
 * Values, types and errors of JDBC, and what they are on the wire.
 *
 * <ol>
 * <li>{@link io.baton.jdbc.value.SqlType}: what {@code java.sql.Types} calls a type of the protocol.
 * <li>{@code Conversion} and {@link io.baton.jdbc.value.Moments}: what a getter makes of a value.
 * <li>{@link io.baton.jdbc.value.Arguments}: what is sent of what a setter was given.
 * <li>{@link io.baton.jdbc.value.SqlErrors}: which {@code SQLException} stands for which end of a call.
 * </ol>
 */
@NullMarked
package io.baton.jdbc.value;

import org.jspecify.annotations.NullMarked;
