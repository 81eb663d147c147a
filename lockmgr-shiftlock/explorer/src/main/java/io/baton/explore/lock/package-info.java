/**
 * The locks in every order of their steps. {@code Explorations} has the scenarios: a few clients, each a process of
 * its own with the product's session, table and agent, and a lock server, explored by {@link io.baton.explore}.
 * {@code LockPlay} is one execution, {@code Guard} the data that the locks guard, which judges tokens.
 *
 * <p>What is judged, what is explored and what is not: {@code lockmgr-shiftlock/locks/spec/6-models.md}.
 */
@NullMarked
package io.baton.explore.lock;

import org.jspecify.annotations.NullMarked;
