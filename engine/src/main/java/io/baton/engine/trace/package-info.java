/**
 * Records of an engine's calls for observers: {@link io.baton.engine.trace.TracedCall} counts for a call
 * that a {@link io.baton.engine.observe.CallTracer} looks closer at, {@link io.baton.engine.trace.Caller} says on whose
 * behalf calls are made, {@link io.baton.engine.trace.FlightEvents} makes the events of the JDK's flight recorder.
 */
@NullMarked
package io.baton.engine.trace;

import org.jspecify.annotations.NullMarked;
