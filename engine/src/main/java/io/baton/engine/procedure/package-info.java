/**
 * API: what procedures say of themselves, and what is told of how they run. {@link io.baton.engine.procedure.ReadOnly}
 * is the promise of a procedure that it only reads, {@link io.baton.engine.procedure.AbortReason} is why a call was
 * aborted, {@link io.baton.engine.procedure.Explanation} is what a call would lock, or has locked. The rest of the
 * engine uses this package, never the other way.
 */
@NullMarked
package io.baton.engine.procedure;

import org.jspecify.annotations.NullMarked;
