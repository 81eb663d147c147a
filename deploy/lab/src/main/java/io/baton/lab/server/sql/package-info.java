/**
 * SmallBank and TPC-C in the SQL of other databases: the same tables, rows and transactions as Baton's.
 *
 * <p>{@code SqlBank} and {@code SqlTpcc} create the tables and check the conditions afterwards ({@code SqlConditions});
 * TPC-C's rows are copied from a loaded engine ({@code SqlTable} spells a table). {@code H2Bank} and {@code H2Tpcc}
 * have the transactions as Java procedures of H2; those of PostgreSQL are in {@code postgresql-bank.sql} and
 * {@code postgresql-tpcc.sql}. {@code SqlProcedures} is their common part.
 */
@NullMarked
package io.baton.lab.server.sql;

import org.jspecify.annotations.NullMarked;
