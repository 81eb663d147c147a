/**
 * TPC-C in the SQL of other databases: the same tables, rows and transactions as Baton's.
 *
 * <p>{@code SqlTpcc} copies a loaded engine's tables into a database ({@code SqlTable} spells one) and checks the
 * conditions afterwards ({@code SqlConditions}). {@code H2Tpcc} has the transactions as Java procedures of H2; those of
 * PostgreSQL are in {@code postgresql-tpcc.sql}.
 */
@NullMarked
package io.baton.lab.server.tpcc;

import org.jspecify.annotations.NullMarked;
