/**
 * The four tables of TATP, one class each with its columns, its key and its indexes, for this workload's procedures and
 * those of users. All is immutable. {@code key} packs a primary key; transactions read {@code TABLE} and scan
 * {@code BY_...}.
 *
 * <pre>
 * transaction.read(SubscriberTable.TABLE, SubscriberTable.key(7)).get(SubscriberTable.VLR_LOCATION)
 * </pre>
 */
@NullMarked
package io.baton.tatp.schema;

import org.jspecify.annotations.NullMarked;
