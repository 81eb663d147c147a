/**
 * Output for people and programs: progress, the text report, and JSON.
 *
 * <p>{@link io.baton.deploy.report.Console} knows whether it writes to a terminal; only then are there bars, colours
 * and a line per second, otherwise plain milestones. {@link io.baton.deploy.report.RunProgress} listens to the
 * driver, {@link io.baton.deploy.report.RunReport} and {@link io.baton.deploy.report.RunJson} turn a {@link
 * io.baton.deploy.run.RunResult} into text. All text goes through {@link io.baton.deploy.report.Figures} for numbers
 * with units and {@link io.baton.deploy.report.TextTable} for columns.
 */
@NullMarked
package io.baton.deploy.report;

import org.jspecify.annotations.NullMarked;
