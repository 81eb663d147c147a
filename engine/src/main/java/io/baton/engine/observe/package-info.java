/**
 * API: observation of an engine's calls by a {@link io.baton.engine.observe.CallObserver}, and events of the JDK's
 * flight recorder, which are off unless a recording asks for them. Nothing here knows a library of metrics.
 */
@NullMarked
package io.baton.engine.observe;

import org.jspecify.annotations.NullMarked;
