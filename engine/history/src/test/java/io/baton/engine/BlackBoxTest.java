package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Workloads that are judged by what clients saw, on the engine as it is and with planted mistakes. */
@Timeout(60)
class BlackBoxTest {

    private static final int CLIENTS = 6;
    private static final int CALLS = 150;
    private static final int ROUNDS = 3;
    private static final int ROUNDS_MAX = 400;
    /** Mistakes may leave clients behind that wait for each other. */
    private static final Duration TIMEOUT_WITH_MISTAKE = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    static List<Arguments> probes() {
        return List.of(
            Arguments.of("list append", (Supplier<Probe>) ListAppendProbe::new,
                List.of(Mistake.SCAN_WITHOUT_PREFIX_LOCK, Mistake.INSERT_WITHOUT_PREFIX_LOCK)),
            Arguments.of("write skew", (Supplier<Probe>) CellsProbe.WriteSkew::new,
                List.of(Mistake.READ_LOCK_RELEASED_EARLY, Mistake.SHARED_LOCK_FOR_A_WRITE)),
            Arguments.of("long fork", (Supplier<Probe>) CellsProbe.LongFork::new,
                List.of(Mistake.READ_LOCK_RELEASED_EARLY, Mistake.LOCKS_OF_ONE_CLIENT_ONLY)),
            Arguments.of("bank total", (Supplier<Probe>) CellsProbe.BankTotal::new,
                List.of(Mistake.ABORT_LEAVES_WRITES, Mistake.WRITE_AFTER_RELEASE, Mistake.READ_WITHOUT_LOCK)),
            Arguments.of("pointer ring", (Supplier<Probe>) CellsProbe.PointerRing::new,
                List.of(Mistake.BUSY_LOCK_TAKEN_FOR_GRANTED, Mistake.RESTART_KEEPS_STALE_IMAGES)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("probes")
    void clientsSeeNothingThatContradictsASerialOrder(String name, Supplier<Probe> probe, List<Mistake> mistakes)
            throws InterruptedException {
        for (int seed = 1; seed <= ROUNDS; seed++) {
            assertThat(run(probe.get(), Mistake.NONE, seed)).as("%s, seed %d", name, seed).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @Tag("thorough")
    @MethodSource("probes")
    void clientsSeePlantedMistakes(String name, Supplier<Probe> probe, List<Mistake> mistakes)
            throws InterruptedException {
        for (Mistake mistake : mistakes) {
            List<String> contradictions = List.of();
            for (int seed = 1; seed <= ROUNDS_MAX && contradictions.isEmpty(); seed++) {
                contradictions = run(probe.get(), mistake, seed);
            }
            assertThat(contradictions).as("%s, %s", name, mistake).isNotEmpty();
        }
    }

    private static List<String> run(Probe probe, Mistake mistake, long seed) throws InterruptedException {
        final EngineBuilder builder = probe.tables(Engine.builder())
            .clients(CLIENTS).callTimeout(mistake == Mistake.NONE ? TIMEOUT : TIMEOUT_WITH_MISTAKE);
        final PlantedMistake planted = new PlantedMistake(mistake);
        try (Engine engine = planted.open(builder)) {
            probe.prepare(engine, planted);
            final List<Thread> threads = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                final SplittableRandom random = new SplittableRandom(seed * CLIENTS + client);
                threads.add(Thread.ofPlatform().start(() -> {
                    try (Session session = engine.session()) {
                        for (int i = 0; i < CALLS; i++) {
                            probe.call(session, random, SystemNanoClock.INSTANCE);
                        }
                    }
                }));
            }
            for (Thread thread : threads) {
                assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
            }
            return probe.contradictions(engine);
        }
    }
}
