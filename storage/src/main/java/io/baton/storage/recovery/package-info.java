/**
 * Opens a store: from its newest checkpoint and the log behind it to tables that an engine can run on
 * (storage/spec/6-recovery.md).
 *
 * <pre>
 *   Recovery --> StoreDirectory   the lock, the store's id, where log and checkpoints are; a new store is made here
 *            --> Filling          checkpoints, the newest first, until one is whole
 *            --> LogReplay        the log from the checkpoint's begin to its end
 *            --> indexes
 * </pre>
 *
 * <p>{@link io.baton.storage.recovery.Recovery#open} ends with a {@link io.baton.storage.recovery.Recovered} or with a
 * {@link io.baton.storage.recovery.RecoveryException}, whose message names the file, the fault, and the remedy.
 */
@NullMarked
package io.baton.storage.recovery;

import org.jspecify.annotations.NullMarked;
