/**
 * API: declarations and explanations of procedures. {@link io.baton.engine.procedure.ReadOnly} is the promise of a
 * procedure that it only reads, {@link io.baton.engine.procedure.AbortReason} is why a call was aborted,
 * {@link io.baton.engine.procedure.Explanation} lists the locks that a call would take, or has taken. The rest of the
 * engine uses this package, never the other way.
 */
@NullMarked
package io.baton.engine.procedure;

import org.jspecify.annotations.NullMarked;
