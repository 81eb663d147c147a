/**
 * Shows the activity of an engine and its server to tools that read metrics. Page: {@code docs/observe.md#metrics}.
 *
 * <p>{@link io.baton.metrics.CallMetrics} is told of each call by the engine; {@link io.baton.metrics.EngineMetrics}
 * and {@link io.baton.metrics.ServerMetrics} read counters that are kept anyway, when the registry asks.
 * {@link io.baton.metrics.PrometheusEndpoint} serves them as Prometheus reads them.
 */
@NullMarked
package io.baton.metrics;

import org.jspecify.annotations.NullMarked;
