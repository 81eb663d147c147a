/**
 * The small part of SQL that a server understands, and descriptions of its tables: all of it reads only.
 * {@link io.baton.server.query.BuiltIns} are procedures that every server has beside those of its engine;
 * {@code QueryText} parses a query, {@code QueryPlan} plans it.
 *
 * <p>Specification: {@code engine/net/protocol/spec/protocol.md}, section 12.
 */
@NullMarked
package io.baton.server.query;

import org.jspecify.annotations.NullMarked;
