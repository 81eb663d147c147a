/**
 * Runs of workloads, after they are over: {@link io.baton.lab.run.RunReportFile} reads what {@code baton run WORKLOAD
 * --json FILE} has written, a {@link io.baton.lab.run.RecordedRun} is what of it is drawn, and {@link
 * io.baton.lab.run.RunPlot} draws it.
 */
@NullMarked
package io.baton.lab.run;

import org.jspecify.annotations.NullMarked;
