/**
 * The web console of a server: charts of its activity in a browser, and a form that calls its procedures. Page:
 * {@code docs/observe.md}, section Console.
 *
 * <p>The way of a request:
 * <ol>
 * <li>{@link io.baton.console.WebConsole} listens, with its own event loop, and refuses connections beyond a limit.
 * <li>{@code Deadlines} closes connections that send or take too slowly.
 * <li>{@code RequestFilter} lets in requests that are small, meant for this host, and of no other site.
 * <li>{@code Admission} authenticates the sender: if the server has users, an operator who has logged in and has one of
 *     the {@code ConsoleSessions}.
 * <li>{@code Assets} has the page, its style and its scripts in memory; {@code Api} answers with JSON.
 * <li>{@code ConsoleSource} is the server's activity; {@code ServerSource} asks engine and server.
 * </ol>
 *
 * <p>{@code Recorder} reads once a second and keeps the last minutes in {@code Series}, so that a new page begins with
 * history. The page itself is in the resources beside this package: HTML, CSS and JavaScript as they are sent.
 */
@NullMarked
package io.baton.console;

import org.jspecify.annotations.NullMarked;
