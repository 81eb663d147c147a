/**
 * The JDBC driver. {@link io.baton.jdbc.BatonDriver} is found by {@code DriverManager}, and
 * {@link io.baton.jdbc.BatonDataSource} is for pools; page: {@code docs/jdbc.md}.
 *
 * <p>The way of a call:
 * <ol>
 * <li>A statement is read by {@code CommandParser}; the setters keep values.
 * <li>{@code ServerSession} asks the server once for the procedure's parameters and result, and {@code CallBinding}
 *     maps question marks to parameters.
 * <li>{@code ServerSession} calls through a {@code BatonClient}, and waits.
 * <li>The result becomes a result set, and the values of a callable statement's getters.
 * </ol>
 *
 * <p>A connection is for any thread. A statement has one thread at a time, but for {@code cancel} and {@code close}.
 */
@NullMarked
package io.baton.jdbc;

import org.jspecify.annotations.NullMarked;
