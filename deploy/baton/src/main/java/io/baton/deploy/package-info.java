/**
 * Baton's command line. A command stands beside its parts, in a package of its kind; here they are put together, with
 * those that need only the API of other packages: {@code baton run}, {@code node} and {@code history}.
 *
 * <p>{@link io.baton.deploy.BatonCommand} is the main class and the only one that ends the JVM. Commands check their
 * options before anything begins: a mistake in them is one line and exit status 2 ({@code Complaints}). The outside
 * world (streams, clock, files, the wish to stop) is in a {@link io.baton.deploy.command.CommandContext}, so that tests
 * call commands as a shell does. Dependencies:
 * <pre>
 *   BatonCommand ── RunCommand     run a workload              run.Driver, report.RunReport
 *        ├───────── store          check, log, backup, ...     open.Opening, run.DataCheck
 *        ├───────── serve          server, user                password
 *        ├───────── shell, top     on top of client: call      password, serve
 *        └───────── wire           options of lanes
 *   all of them ─── command        options, context, groups    report, open
 *                     report       what people see             run
 *                       run        drives and measures          open
 *                         open     workloads and their engines  workload, engine
 * </pre>
 * Users' scripts rely on the options, keys and exit statuses; README.md shows them.
 */
@NullMarked
package io.baton.deploy;

import org.jspecify.annotations.NullMarked;
