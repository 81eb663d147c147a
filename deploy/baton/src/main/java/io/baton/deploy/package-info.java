/**
 * Baton's command line: {@code baton run} runs a workload, {@code baton check} and {@code baton log} look at the store
 * that it leaves, and {@code baton bench} compares locks.
 *
 * <p>{@link io.baton.deploy.BatonCommand} is the main class and the only one that ends the JVM. Commands check their
 * options before anything begins: whatever is wrong with them is one line and exit status 2 ({@code Complaints}). What
 * comes from the outside world (streams, clock, files, the wish to stop) is in a {@code CommandContext}, so that tests
 * call commands as a shell does. The way down:
 * <pre>
 *   BatonCommand ── RunCommand ──────── run.Driver ── run.OpenWorkload ── engine.workload, engine
 *        │                 └── report.RunProgress, report.RunReport, report.RunJson
 *        ├───────── CheckCommand ────── run.Opening, run.DataCheck
 *        ├───────── LogCommand ──────── store.StoreInspector, report.StoreReport
 *        ├───────── BenchLocksCommand ── bench.LockBenchmark, bench.BenchReport
 *        │                 └── wire.RemoteBenchmark, wire.RemoteReport
 *        └───────── BenchFabricCommand ─ wire.FabricBenchmark, wire.FabricReport
 * </pre>
 * The options, keys and exit statuses are what people's scripts rely on; README.md shows them.
 */
@NullMarked
package io.baton.deploy;

import org.jspecify.annotations.NullMarked;
