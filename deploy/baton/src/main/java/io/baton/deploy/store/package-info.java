/**
 * Commands on a store that no engine has open: {@code baton check}, {@code log}, {@code backup}, {@code restore},
 * {@code export} and {@code import}.
 *
 * <p>{@code StoreOptions} opens the store of a workload, {@code AnyStoreOptions} one with any tables.
 * {@code StoreInspector} verifies checkpoints and log, changes nothing, and sums them up in a {@code StoreSummary}; a
 * {@code RecordListener} is told of each record. {@code WriteText} puts the writes of a record into words, and
 * {@code StoreReport} prints them. {@code StoreRestore} brings back an earlier state.
 */
@NullMarked
package io.baton.deploy.store;

import org.jspecify.annotations.NullMarked;
