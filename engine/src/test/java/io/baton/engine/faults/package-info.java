/**
 * Faults at every step of a commit, wherever one method calls another.
 *
 * <p>{@code CommitStepsTest} loads the engine with a hook before and behind each call that a commit makes, and enters
 * {@code FaultRun} there. That runs a transaction with one kind of write on a table of one shape ({@code FaultTable}),
 * counts its steps ({@code FaultSteps}), and runs it again for each of them, with a fault there. What the engine has
 * then is compared with a model, which is a map.
 */
@NullMarked
package io.baton.engine.faults;

import org.jspecify.annotations.NullMarked;
