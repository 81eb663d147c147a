/**
 * Consistency conditions 1 to 12 (specification revision 5.11, clause 3.3.2).
 * {@link io.baton.tpcc.check.ConsistencyCheck} calls the {@code ...Audit} procedures for each warehouse or district,
 * which hand back {@code ...Findings} or sums, and compares these with each other. {@code PaymentSums} adds up the
 * history, since a customer may have paid in any district.
 *
 * <p>A check takes many transactions, so no terminal may be at work. Audits and findings are public only because the
 * engine asks it of procedures and their results.
 */
@NullMarked
package io.baton.tpcc.check;

import org.jspecify.annotations.NullMarked;
