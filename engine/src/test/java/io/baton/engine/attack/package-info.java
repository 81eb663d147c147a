/**
 * Attacks on the engine's public interface, as careless users make them: objects kept after their time, other threads,
 * calls within calls, exceptions that are wrapped or swallowed, errors and endless recursion, full tables and full
 * heaps, limits passed, closing in the middle.
 */
@NullMarked
package io.baton.engine.attack;

import org.jspecify.annotations.NullMarked;
