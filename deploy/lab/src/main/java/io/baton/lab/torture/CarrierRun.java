package io.baton.lab.torture;

import io.baton.deploy.report.Figures;
import io.baton.lab.child.ChildFailure;
import io.baton.lab.child.ChildProcess;
import io.baton.wire.CarrierKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;

/** The torture of one cast over one carrier: faults, then a calm in which all locks must become free. One thread. */
final class CarrierRun {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** A calm is no calm if a process has lost its session because the machine was busy. */
    private static final int CALMS_MAX = 3;

    private final TortureSettings settings;
    private final CarrierKind carrier;
    private final NanoClock clock;
    private final LongConsumer pause;
    private final Consumer<String> progress;
    private final SplittableRandom random;
    private final SessionLog sessions = new SessionLog();
    private final Judge judge = new Judge(sessions);
    private final TortureResult.CarrierResult result;
    private final Witness witness;
    private final WitnessReader reader;
    private final TortureProcesses cast;
    /** By coordinator: since when it has been able to do something. */
    private final long[] runsSince = new long[TortureLayout.COORDINATORS];
    /** By lock server: since when this life of it has been there. */
    private final long[] servesSince = new long[TortureLayout.SERVERS];

    CarrierRun(TortureSettings settings, CarrierKind carrier, Path folder, NanoClock clock, LongConsumer pause,
            Consumer<String> progress, TortureResult.CarrierResult result) throws IOException {
        this.settings = settings;
        this.carrier = carrier;
        this.clock = clock;
        this.pause = pause;
        this.progress = progress;
        final List<CarrierKind> all = List.of(CarrierKind.values());
        this.random = new SplittableRandom(settings.seed() * all.size() + all.indexOf(carrier));
        this.result = result;
        final Path file = folder.resolve("witness");
        this.witness = Witness.map(file);
        this.reader = new WitnessReader(witness);
        this.cast = new TortureProcesses(settings, carrier, folder, file, clock, sessions);
    }

    /** Runs all cycles, or until something is wrong, and judges. */
    Judge run(BooleanSupplier stopped) throws InterruptedException {
        try (witness) {
            torture(stopped);
            reader.read(judge::entered);
            if (result.failure.isEmpty() && isGood() && !stopped.getAsBoolean()) {
                judge.judgeRest();
            }
            result.chains = reader.chains();
        }
        result.judged(judge, sessions);
        return judge;
    }

    /** Whatever fails here, what was found before is told. */
    private void torture(BooleanSupplier stopped) throws InterruptedException {
        try (cast) {
            cast.start();
            Arrays.fill(runsSince, clock.nanoTime());
            Arrays.fill(servesSince, clock.nanoTime());
            while (result.cycles < settings.cycles() && isGood() && !stopped.getAsBoolean()) {
                cycle();
            }
            if (isGood() && !stopped.getAsBoolean()) {
                dieOnce();
                calm();
            }
        } catch (ChildFailure failure) {
            // Ctrl-C reaches the children, too: one that ends because of it has not failed.
            if (!stopped.getAsBoolean()) {
                result.failure = String.valueOf(failure.getMessage());
            }
        } catch (IOException e) {
            result.failure = "children could not be started, stopped or disconnected: " + e;
        }
    }

    private boolean isGood() {
        return judge.violations() == 0 && judge.lostIncrements() == 0 && result.stuck == 0;
    }

    private void cycle() throws IOException, InterruptedException {
        final ProcessFault fault = ProcessFault.draw(random, carrier);
        spend(fault.beforeNanos());
        switch (fault.kind()) {
            case KILL -> kill(fault);
            case STALL, PAUSE -> stop(fault);
            case CUT, TEAR -> disconnect(fault);
            case SERVER_KILL -> killServer(fault.first());
            case SERVER_PAUSE -> stopServer(fault);
        }
        spend(AFTER_NANOS);
        result.cycle(fault.kind());
        progress.accept(carrier.scheme() + " cycle " + result.cycles + ": " + fault + "; "
            + Figures.count(judge.sections()) + " sections judged, " + judge.violations() + " violations, "
            + judge.lostIncrements() + " increments lost, " + result.stuck + " stuck");
    }

    private void kill(ProcessFault fault) throws IOException, InterruptedException {
        kill(fault.first());
        if (fault.second() != fault.first()) {
            kill(fault.second());
        }
        restart(fault.first());
        if (fault.second() != fault.first()) {
            restart(fault.second());
        }
        awaitWork(fault.first());
        awaitWork(fault.second());
    }

    private void kill(int process) throws InterruptedException {
        reader.read(judge::entered);
        final long died = clock.nanoTime();
        cast.coordinator(process).kill();
        reader.read(judge::entered);
        judge.died(process, died, reader.die(process));
    }

    private void restart(int process) throws IOException {
        runsSince[process] = clock.nanoTime();
        cast.restartCoordinator(process);
    }

    private void awaitWork(int process) throws InterruptedException {
        final long begun = clock.nanoTime();
        while (!cast.coordinator(process).await(CoordinatorChild.WORKING, LOOK_NANOS)) {
            spend(LOOK_NANOS);
            if (clock.nanoTime() - begun > Times.BOUND_NANOS) {
                throw cast.coordinator(process).failure("stands still: it does not begin to work");
            }
        }
    }

    private void stop(ProcessFault fault) throws IOException, InterruptedException {
        cast.coordinator(fault.first()).signal("STOP");
        if (fault.second() != fault.first()) {
            cast.coordinator(fault.second()).signal("STOP");
        }
        stand(fault.first());
        stand(fault.second());
        spend(fault.lastsNanos());
        cast.coordinator(fault.first()).signal("CONT");
        if (fault.second() != fault.first()) {
            cast.coordinator(fault.second()).signal("CONT");
        }
        runsSince[fault.first()] = clock.nanoTime();
        runsSince[fault.second()] = clock.nanoTime();
    }

    /** Nobody can say of a process that stands still that it waits. */
    private void stand(int process) {
        runsSince[process] = Long.MAX_VALUE;
    }

    private void disconnect(ProcessFault fault) {
        final List<Relay> relays = cast.relays(fault.first());
        for (int server = 0; server < relays.size(); server++) {
            if (fault.kind() == ProcessFault.Kind.TEAR) {
                relays.get(server).tear();
            } else if (fault.closes(server)) {
                relays.get(server).cut();
            }
        }
    }

    private void killServer(int server) throws IOException, InterruptedException {
        cast.killServer(server);
        cast.restartServer(server);
        // Nobody could get a lock meanwhile, and who waited has lost all.
        servesSince[server] = clock.nanoTime();
        final long begun = clock.nanoTime();
        while (!cast.allJoined()) {
            spend(LOOK_NANOS);
            if (clock.nanoTime() - begun > Times.BOUND_NANOS) {
                result.stuck++;
                return;
            }
        }
    }

    private void stopServer(ProcessFault fault) throws IOException, InterruptedException {
        cast.server(fault.first()).signal("STOP");
        spend(fault.lastsNanos());
        cast.server(fault.first()).signal("CONT");
    }

    /** Lets time go by, in which sections are judged and clients that wait are watched. */
    private void spend(long nanos) {
        final long end = clock.nanoTime() + nanos;
        do {
            pause.accept(LOOK_NANOS);
            reader.read(judge::entered);
            judge.judgeUpTo(clock.nanoTime() - Times.JUDGE_AFTER_NANOS);
            watch();
        } while (clock.nanoTime() - end < 0);
        cast.checkAlive();
    }

    private void watch() {
        final long now = clock.nanoTime();
        for (int process = 0; process < TortureLayout.COORDINATORS; process++) {
            if (runsSince[process] != Long.MAX_VALUE) {
                final long wait = reader.longestWait(process, runsSince[process], servesSince, now);
                result.longestWaitNanos = Math.max(result.longestWaitNanos, wait);
                if (wait > Times.BOUND_NANOS) {
                    result.stuck++;
                    runsSince[process] = now;
                }
            }
        }
    }

    /** So that the calm begins with locks that only recovery makes free, whatever the last faults were. */
    private void dieOnce() throws IOException, InterruptedException {
        spend(AFTER_NANOS);
        kill(0);
        restart(0);
        awaitWork(0);
    }

    // The end: all are alive, and nothing fails any more

    private void calm() throws IOException, InterruptedException {
        for (int calms = 1; calms <= CALMS_MAX; calms++) {
            standStill();
            try (ChildProcess sweeper = cast.sweeper()) {
                awaitSwept(sweeper);
                final long fences = sessions.fences();
                witness.want(Witness.WORK);
                spend(CALM_NANOS);
                standStill();
                final long busy = busy();
                progress.accept(carrier.scheme() + " calm: " + busy + " locks are not free");
                if (busy == 0 || sessions.fences() == fences || calms == CALMS_MAX) {
                    result.stuck += busy;
                    return;
                }
            }
        }
    }

    private void standStill() {
        witness.want(Witness.STAND_STILL);
        final long begun = clock.nanoTime();
        while (reader.moving() > 0 && clock.nanoTime() - begun < Times.BOUND_NANOS) {
            spend(LOOK_NANOS);
        }
        result.stuck += reader.moving();
    }

    private void awaitSwept(ChildProcess sweeper) throws InterruptedException {
        final long begun = clock.nanoTime();
        while (!sweeper.await(CoordinatorChild.SWEPT, LOOK_NANOS)) {
            spend(LOOK_NANOS);
            if (clock.nanoTime() - begun > Times.BOUND_NANOS) {
                result.stuck++;
                throw sweeper.failure("has not got every lock in time");
            }
        }
    }

    /** How many locks stay held or waited for when all clients stand still. */
    private long busy() {
        final long begun = clock.nanoTime();
        witness.want(Witness.LOOK);
        long busy = cast.busySince(begun);
        while (busy != 0 && clock.nanoTime() - begun < 3 * Times.SESSION_NANOS) {
            spend(LOOK_NANOS);
            busy = cast.busySince(begun);
        }
        return Math.max(busy, busy < 0 ? 1 : 0);
    }
}
