/**
 * API: the engine's reports of all reads and writes of its transactions. An engine that is opened with an
 * {@link io.baton.engine.history.EngineHistory} has a {@link io.baton.engine.history.TransactionHistory} of it for each
 * coordinator, and tables that keep versions; any other engine has neither. The module {@code engine/history}
 * implements both, and writes files that can be judged.
 */
@NullMarked
package io.baton.engine.history;

import org.jspecify.annotations.NullMarked;
