/**
 * Processes that are killed: JVMs of the laboratory that work until their parent stops, continues or kills them.
 *
 * <p>{@link io.baton.lab.child.ChildProcess} is the parent's end of a child, {@link io.baton.lab.child.ChildLines} the
 * child's: a line of text for each fact, written by one call of the system, so that a kill leaves only whole lines.
 * {@link io.baton.lab.child.RecoveryTimes} collects the times of recovery after killed children.
 */
@NullMarked
package io.baton.lab.child;

import org.jspecify.annotations.NullMarked;
