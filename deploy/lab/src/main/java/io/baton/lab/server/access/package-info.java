/**
 * Ways to call procedures that {@code baton bench server} compares.
 *
 * <p>A {@code ServerAccess} opens a {@code Served} server for a {@code ServedWorkload}, mostly a process of its own
 * ({@code ServedProcess} on this side, {@code ServedChild} on the other), and connects a {@code Line} to it: of the
 * Java client, of a JDBC driver ({@code SqlLine}: Baton's, H2's, PostgreSQL's), of a bare echo, or a session in this
 * process. Baton serves a {@code LoadedEngine}, whose rows are copied into other databases.
 */
@NullMarked
package io.baton.lab.server.access;

import org.jspecify.annotations.NullMarked;
