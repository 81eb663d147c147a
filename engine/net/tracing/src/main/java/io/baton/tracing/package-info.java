/**
 * Makes spans of OpenTelemetry of calls. Page: {@code docs/observe.md#traces}.
 *
 * <p>{@link io.baton.tracing.CallTraces} is told of calls by the engine and makes spans with any OpenTelemetry that the
 * process has. {@link io.baton.tracing.TraceExport} is one: it samples, keeps a bounded number of spans, and sends them
 * to a collector by OTLP over HTTP. The engine knows neither of them.
 */
@NullMarked
package io.baton.tracing;

import org.jspecify.annotations.NullMarked;
