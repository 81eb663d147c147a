package io.baton.deploy.report;

import io.baton.deploy.run.LiveSecond;
import io.baton.deploy.run.Phase;
import io.baton.deploy.run.RunListener;
import io.baton.deploy.run.RunSettings;
import io.baton.workload.ConditionResult;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Tells on a console how far a run is. */
public final class RunProgress implements RunListener {

    private final Console console;
    private final RunSettings settings;
    private final String headlineColumn;
    private boolean loadingTold;

    public RunProgress(Console console, RunSettings settings, String headlineColumn) {
        this.console = console;
        this.settings = settings;
        this.headlineColumn = headlineColumn;
    }

    /**
     * Makes a listener to checks without a run.
     *
     * @param console where to tell
     * @return the listener
     */
    public static RunProgress ofChecks(Console console) {
        return new RunProgress(console, new RunSettings(1, Duration.ZERO, Duration.ofMillis(1), true, 1), "");
    }

    @Override
    public void progress(Phase phase, long done, long total, double seconds) {
        if (!console.terminal()) {
            if (phase == Phase.LOADING && !loadingTold) {
                console.line("Loading " + Figures.plural(total, "row") + ".");
                loadingTold = true;
            }
        } else if (phase == Phase.RESUMING) {
            console.transientLine("Looking at the data ... " + Figures.seconds(seconds));
        } else if (phase != Phase.LOADING) {
            console.transientLine("Checking consistency ... " + Figures.seconds(seconds));
        } else if (total > 0) {
            console.transientLine("Loading " + Console.bar(done, total) + "  " + Figures.count(done) + " of "
                + Figures.count(total) + " rows  " + Figures.seconds(seconds));
        }
    }

    @Override
    public void loaded(long rows, double seconds) {
        console.line("Loaded " + Figures.plural(rows, "row") + " in " + Figures.seconds(seconds) + ".");
    }

    @Override
    public void checked(Phase phase, Map<String, ConditionResult> results, double seconds) {
        final long broken = results.values().stream().filter(result -> !result.holds()).count();
        final String verdict = broken == 0
            ? console.good("all " + Figures.plural(results.size(), "condition")
                + (results.size() == 1 ? " holds" : " hold"))
            : console.bad(broken + " of " + Figures.plural(results.size(), "condition") + " broken");
        console.line("Checked the data " + when(phase) + " in "
            + Figures.seconds(seconds) + ": " + verdict + ".");
    }

    private static String when(Phase phase) {
        return switch (phase) {
            case CHECKING_LOADED -> "as loaded";
            case CHECKING_RECOVERED -> "as recovered";
            default -> "after the run";
        };
    }

    @Override
    public void started() {
        console.line("Running " + Figures.plural(settings.clients(), "client")
            + (settings.warmup().isZero() ? "" : ": " + seconds(settings.warmup().toNanos()) + " of warm-up, then")
            + (settings.warmup().isZero() ? " for " : " ") + measured() + " measured.");
        if (console.terminal()) {
            console.line(console.faint(liveLine("seconds", "committed/s", headlineColumn, "rolled back", "restarts",
                "p99", "")));
        }
    }

    @Override
    public void second(LiveSecond second) {
        if (console.terminal()) {
            final String failed = second.failed() == 0 ? "" : console.bad(Figures.count(second.failed()) + " failed ");
            final String refused = second.outOfMemory() == 0 ? ""
                : console.bad(Figures.count(second.outOfMemory()) + " refused ");
            final String line = liveLine(String.format(Locale.ROOT, "%.0f", second.elapsedSeconds()),
                Figures.rate(second.committedPerSecond()), Figures.rate(second.headline()),
                Figures.count(second.rolledBack()), Figures.count(second.restarts()),
                Figures.latency(second.p99Nanos()), failed + refused + (second.measuring() ? "" : "warm-up"));
            console.line(second.measuring() ? line : console.faint(line));
        }
    }

    @Override
    public void ended() {
        console.clear();
    }

    private String measured() {
        return settings.counted() ? Figures.plural(settings.transactions(), "transaction")
            : seconds(settings.duration().toNanos());
    }

    private static String seconds(long nanos) {
        return Figures.seconds(nanos / 1e9);
    }

    private static String liveLine(String... cells) {
        return String.format(Locale.ROOT, "%7s  %12s  %12s  %11s  %9s  %9s  %s", (Object[]) cells).stripTrailing();
    }
}
