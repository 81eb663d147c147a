/**
 * The locks in every order of their steps, by the model checker of {@link io.baton.explore}. Two kinds of scenarios:
 * <ul>
 * <li>{@code LockScenario}: recoverable locks under faults. A few clients, each a process of its own with the product's
 *     session, table and agent, and a lock server; {@code LockSystem} is one execution, {@code LockObserver} and {@code
 *     Guard}, the data behind a lock, judge. {@code Explorations} has those that the command line offers.
 * <li>{@link io.baton.explore.lock.CrowdScenario}: tables without recovery. Several clients of a process, which share
 *     agents, keep locks and pass them on, and clients of others; nothing fails, but steps are finer.
 * </ul>
 * Judgements and bounds: {@code lockmgr-shiftlock/locks/spec/6-models.md}.
 */
@NullMarked
package io.baton.explore.lock;

import org.jspecify.annotations.NullMarked;
