/**
 * Runs of workloads, after they are over: {@link io.baton.lab.run.RunReportFile} reads the file of
 * {@code baton run WORKLOAD --json FILE}, a {@link io.baton.lab.run.RecordedRun} is the part of it that is drawn, and
 * {@link io.baton.lab.run.RunPlot} draws it.
 */
@NullMarked
package io.baton.lab.run;

import org.jspecify.annotations.NullMarked;
