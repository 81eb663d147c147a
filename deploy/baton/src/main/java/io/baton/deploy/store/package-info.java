/**
 * Looks at a store that no engine has open, and changes nothing: what {@code baton log} shows, and what {@code baton
 * restore} makes a new store of.
 *
 * <p>{@link io.baton.deploy.store.StoreInspector} verifies checkpoints and log and sums them up in a {@link
 * io.baton.deploy.store.StoreSummary}; a {@link io.baton.deploy.store.RecordListener} is told of each record.
 * {@link io.baton.deploy.store.WriteText} puts the writes of a record into words.
 * {@link io.baton.deploy.store.StoreRestore} brings back an earlier state.
 */
@NullMarked
package io.baton.deploy.store;

import org.jspecify.annotations.NullMarked;
