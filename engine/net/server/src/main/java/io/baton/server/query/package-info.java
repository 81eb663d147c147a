/**
 * The little SQL that a server understands, and what it says of its tables: all of it reads only.
 * {@link io.baton.server.query.BuiltIns} are procedures that every server has beside those of its engine;
 * {@code QueryText} reads a query, {@code QueryPlan} says how it is answered.
 *
 * <p>Specification: {@code engine/net/protocol/spec/protocol.md}, section 10.
 */
@NullMarked
package io.baton.server.query;

import org.jspecify.annotations.NullMarked;
