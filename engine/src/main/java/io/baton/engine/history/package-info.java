/**
 * API: what an engine tells of all that its transactions read and write. An engine that is opened with an
 * {@link io.baton.engine.history.EngineHistory} has a {@link io.baton.engine.history.TransactionHistory} of it for each
 * coordinator, and tables that keep versions; one that is not has no place for either. The module
 * {@code engine/history} implements both, and writes files that can be judged.
 */
@NullMarked
package io.baton.engine.history;

import org.jspecify.annotations.NullMarked;
