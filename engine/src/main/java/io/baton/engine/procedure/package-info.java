/**
 * What procedures say of themselves, and what is told of how they run: {@link io.baton.engine.procedure.ReadOnly} is
 * the promise of one that it only reads, {@link io.baton.engine.procedure.Explanation} is what a call would lock, or
 * has locked. Nothing here knows the rest of the engine.
 */
@NullMarked
package io.baton.engine.procedure;

import org.jspecify.annotations.NullMarked;
