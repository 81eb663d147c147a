/**
 * The JDBC driver. {@link io.baton.jdbc.BatonDriver} is found by {@code DriverManager}, and
 * {@link io.baton.jdbc.BatonDataSource} is for pools; page: {@code docs/jdbc.md}.
 *
 * <p>The way of a call:
 * <ol>
 * <li>A statement is read by {@code CommandParser}; the setters keep values.
 * <li>{@code ServerSession} asks the server once what the procedure takes and returns, and {@code CallBinding} says
 *     which question mark is which parameter.
 * <li>{@code ServerSession} calls through a {@code BatonClient}, and waits.
 * <li>The result becomes a result set, and what the getters of a callable statement return.
 * </ol>
 *
 * <p>A connection is for any thread. A statement has one thread at a time, but for {@code cancel} and {@code close}.
 */
@NullMarked
package io.baton.jdbc;

import org.jspecify.annotations.NullMarked;
