package io.baton.lab.crash;

import io.baton.deploy.report.Figures;
import io.baton.lab.child.ChildFailure;
import io.baton.lab.child.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/** Crashes a store again and again, and looks after each crash whether all that was acknowledged is there. */
public final class CrashLoop {

    private static final String STORE = "store";
    /** Longer than any child may take for anything. */
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long FIRST_START_MILLIS = 3_000;

    private final CrashSettings settings;
    private final NanoClock clock;
    private final Consumer<String> progress;
    private final SplittableRandom random;
    private final Ledger ledger;
    private final CrashResult result;
    private int children;
    private boolean loaded;
    private long startMillis = FIRST_START_MILLIS;
    private long recoveryMillis;

    public CrashLoop(CrashSettings settings, NanoClock clock, Consumer<String> progress) {
        this.settings = settings;
        this.clock = clock;
        this.progress = progress;
        this.random = new SplittableRandom(settings.seed());
        this.ledger = settings.workload().ledger(settings.seed(), settings.clients());
        this.result = new CrashResult(settings);
    }

    /**
     * Runs until all cycles are done, something is wrong, or the user stops it.
     *
     * @param stopped whether to end after the cycle under way
     * @return what came out
     * @throws IOException if no child can be started
     * @throws InterruptedException if the thread is interrupted; the child is killed
     */
    public CrashResult run(BooleanSupplier stopped) throws IOException, InterruptedException {
        try {
            for (int cycle = 1; cycle <= settings.cycles() && result.isGood() && !stopped.getAsBoolean(); cycle++) {
                cycle(cycle);
            }
        } catch (ChildFailure failure) {
            // Ctrl-C reaches the children, too: one that ends because of it has not failed.
            if (!stopped.getAsBoolean()) {
                result.failed(String.valueOf(failure.getMessage()));
            }
        }
        return result;
    }

    private void cycle(int number) throws IOException, InterruptedException {
        final KillPlan plan = KillPlan.draw(random, startMillis);
        final WorkerRun run = new WorkerRun(ledger);
        work(plan, run);
        loaded |= run.loaded();
        for (int i = 0; i < plan.judgesKilled(); i++) {
            killJudge();
        }
        final ChildSettings.Role role = plan.closes() ? ChildSettings.Role.CLOSE : ChildSettings.Role.JUDGE;
        final List<String[]> state = judge(role, STORE);
        final CrashFindings findings = compare(state);
        result.cycle();
        result.acknowledged(run.transactions());
        result.recovery(recoveryMillis);
        final long recovered = recoveryMillis;
        if (findings.isGood() && run.backup() != null) {
            judgeBackup(run, findings);
        }
        result.judged(findings);
        deleteBackups();
        progress.accept("cycle " + number + ": " + plan + " (" + run.doing() + "), "
            + Figures.count(run.transactions()) + " acknowledged, " + findings.unacknowledged()
            + " in flight outlived it, recovered in " + recovered + " ms"
            + (plan.judgesKilled() == 0 ? "" : " after " + plan.judgesKilled() + " that were killed")
            + (findings.isGood() ? "" : ": WRONG"));
    }

    private void work(KillPlan plan, WorkerRun run) throws IOException, InterruptedException {
        final long begunNanos = clock.nanoTime();
        try (ChildProcess worker = start(ChildSettings.Role.WORK, STORE, run::note)) {
            if (!plan.after().isEmpty()) {
                patiently(worker, CrashChild.WORKING);
                startMillis = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - begunNanos);
                patiently(worker, plan.after());
            }
            worker.pause(TimeUnit.MILLISECONDS.toNanos(plan.killMillis()));
            if (plan.stopMillis() > 0) {
                worker.signal("STOP");
                worker.pause(TimeUnit.MILLISECONDS.toNanos(plan.stopMillis()));
                if (!plan.whileStopped()) {
                    worker.signal("CONT");
                    worker.pause(TimeUnit.MILLISECONDS.toNanos(plan.killMillis()));
                }
            }
            worker.kill();
        }
    }

    /** Kills a judge at a random moment, most likely while it recovers the store. */
    private void killJudge() throws IOException, InterruptedException {
        try (ChildProcess judge = start(ChildSettings.Role.JUDGE, STORE, words -> {})) {
            judge.pause(TimeUnit.MILLISECONDS.toNanos(random.nextLong(startMillis + 1)));
            judge.kill();
        }
    }

    private CrashFindings compare(List<String[]> state) {
        final boolean empty = state.stream().anyMatch(words -> words[0].equals(CrashChild.EMPTY));
        if (empty && !loaded) {
            return new CrashFindings();
        }
        loaded = true;
        final CrashFindings findings = ledger.judge(state, ledger);
        if (findings.isGood()) {
            ledger.adopt(state);
        }
        return findings;
    }

    private void judgeBackup(WorkerRun run, CrashFindings findings) throws IOException, InterruptedException {
        final Ledger before = run.beforeBackup();
        final String name = run.backup();
        if (before != null && name != null) {
            final CrashFindings inBackup = before.judge(judge(ChildSettings.Role.JUDGE, name), ledger);
            inBackup.texts().forEach(text -> progress.accept("in the backup " + name + ": " + text));
            findings.addFaults(inBackup);
            result.backup();
        }
    }

    private List<String[]> judge(ChildSettings.Role role, String store) throws IOException, InterruptedException {
        final List<String[]> state = new ArrayList<>();
        try (ChildProcess judge = start(role, store, state::add)) {
            patiently(judge, CrashChild.END);
            if (role == ChildSettings.Role.CLOSE) {
                judge.awaitEnd(PATIENCE_NANOS);
            } else {
                judge.kill();
            }
        }
        recoveryMillis = state.stream().filter(words -> words[0].equals(CrashChild.OPENED))
            .mapToLong(words -> Long.parseLong(words[1])).findFirst().orElseThrow();
        return state;
    }

    private static void patiently(ChildProcess child, String word) throws InterruptedException {
        if (!child.await(word, PATIENCE_NANOS)) {
            throw child.failure("stands still: it has not said '" + word + "' in "
                + TimeUnit.NANOSECONDS.toMinutes(PATIENCE_NANOS) + " minutes");
        }
    }

    private ChildProcess start(ChildSettings.Role role, String store, Consumer<String[]> listener)
            throws IOException {
        final int number = ++children;
        final String known = role == ChildSettings.Role.WORK ? ledger.forWorker() : "0";
        return new ChildProcess(CrashChild.class, List.of(),
            new ChildSettings(role, settings.directory().resolve(store).toString(), settings.workload(),
                settings.seed(), settings.clients(), number, known).arguments(),
            settings.directory().resolve("errors-" + number % 4), listener);
    }

    private void deleteBackups() throws IOException {
        try (Stream<Path> inside = Files.list(settings.directory())) {
            for (final Path path : inside.filter(path -> path.getFileName().toString().startsWith("backup-"))
                .toList()) {
                delete(path);
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> inside = Files.walk(directory)) {
            for (final Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
