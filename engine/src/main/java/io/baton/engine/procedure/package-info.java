/**
 * Declarations and explanations of procedures: {@link io.baton.engine.procedure.ReadOnly} is the promise of one that it
 * only reads, {@link io.baton.engine.procedure.Explanation} lists the locks that a call would take, or has taken.
 * Nothing here knows the rest of the engine.
 */
@NullMarked
package io.baton.engine.procedure;

import org.jspecify.annotations.NullMarked;
