package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.history.HistoryReader;
import io.baton.history.HistoryRecording;
import io.baton.history.check.HistoryChecker;
import io.baton.history.check.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small crowded run, its history and the checker find every mistake that is planted in the engine. */
@Timeout(60)
class PlantedMistakesTest {

    private static final int CLIENTS = 6;
    private static final int CALLS = 120;
    private static final int ROUNDS_MAX = 40;
    private static final int ROUNDS_WITHOUT_MISTAKE = 5;
    private static final long MEMORY_BYTES = 16 << 20;
    /** Mistakes may leave clients behind that wait for each other. */
    private static final Duration TIMEOUT_WITH_MISTAKE = Duration.ofSeconds(2);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void everyMistakeIsFoundAndNothingElse(Mistake mistake) throws InterruptedException {
        final int rounds = mistake == Mistake.NONE ? ROUNDS_WITHOUT_MISTAKE : ROUNDS_MAX;
        Verdict verdict = run(mistake, 1);
        for (int seed = 2; seed <= rounds && verdict.serializable(); seed++) {
            verdict = run(mistake, seed);
        }
        if (mistake == Mistake.NONE) {
            assertThat(verdict.transactions()).isGreaterThanOrEqualTo(CLIENTS * CALLS);
            assertThat(verdict.anomalies()).isEmpty();
            assertThat(verdict.suspicious()).isZero();
        } else {
            assertThat(verdict.anomalies()).as("%s, %d rounds", mistake, rounds).isNotEmpty();
        }
    }

    private Verdict run(Mistake mistake, long seed) throws InterruptedException {
        final Path file = folder.resolve("history-" + seed);
        final EngineBuilder builder = Shelves.builder().table(Shelves.Boxes.BOX, Shelves.Boxes.BOXES).clients(CLIENTS)
            .callTimeout(mistake == Mistake.NONE ? TIMEOUT : TIMEOUT_WITH_MISTAKE).history(HistoryRecording.to(file));
        final PlantedMistake planted = new PlantedMistake(mistake);
        try (Engine engine = planted.open(builder)) {
            Shelves.load(engine);
            Shelves.Boxes.load(engine);
            final List<Procedure<Long>> procedures = List.of(
                planted.register(engine, new Shelves.Mix(), Long.class),
                planted.register(engine, new Shelves.Move(), Long.class),
                planted.register(engine, new Shelves.Look(), Long.class),
                planted.register(engine, new Shelves.Sort(), Long.class),
                planted.register(engine, new Shelves.Put(), Long.class),
                planted.register(engine, new Shelves.Renew(), Long.class),
                planted.register(engine, new Shelves.Boxes.Shift(), Long.class),
                planted.register(engine, new Shelves.Boxes.Repack(), Long.class),
                planted.register(engine, new Shelves.Boxes.Count(), Long.class));
            final List<Thread> threads = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                final SplittableRandom random = new SplittableRandom(seed * CLIENTS + client);
                threads.add(Thread.ofPlatform().start(() -> work(engine, procedures, kinds(mistake), random)));
            }
            for (Thread thread : threads) {
                assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
            }
        }
        try (HistoryReader history = HistoryReader.open(file)) {
            return new HistoryChecker(history, MEMORY_BYTES).check();
        }
    }

    /**
     * The procedures that are called: all without a mistake, and those that show it. A row that is replaced or moved
     * while another client deletes it would break storage, and end the JVM.
     */
    private static int[] kinds(Mistake mistake) {
        return switch (mistake) {
            case NONE -> new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8};
            case REPLACE_WITHOUT_PREFIX_LOCK -> new int[] {7, 8};
            case MOVE_WITHOUT_PREFIX_LOCK -> new int[] {6, 8};
            default -> new int[] {0, 1, 2, 3, 4};
        };
    }

    /** Ends early if a mistake makes the engine stop, because it adds a row that is there already. */
    private static void work(
            Engine engine, List<Procedure<Long>> procedures, int[] kinds, SplittableRandom random) {
        try (Session session = engine.session()) {
            for (int i = 0; i < CALLS; i++) {
                final long a = random.nextInt(Shelves.ITEMS);
                final long b = (a + 1 + random.nextInt(Shelves.ITEMS - 1)) % Shelves.ITEMS;
                final long shelf = random.nextInt(Shelves.SHELVES);
                final long place = random.nextInt(Shelves.PLACES);
                final long box = random.nextInt(Shelves.Boxes.BOXES);
                final long rank = random.nextInt(Shelves.Boxes.RANKS);
                switch (kinds[random.nextInt(kinds.length)]) {
                    case 0 -> session.execute(procedures.get(0), a, b, random.nextBoolean() ? a : b);
                    case 1 -> session.execute(procedures.get(1), a, b, random.nextInt(4) == 0);
                    case 2 -> session.execute(procedures.get(2));
                    case 3 -> session.execute(procedures.get(3), shelf, Shelves.SHELVES - 1 - shelf, place);
                    case 4 -> session.execute(procedures.get(4), shelf, place);
                    case 5 -> session.execute(procedures.get(5), shelf, place, random.nextInt(4) == 0);
                    case 6 -> session.execute(procedures.get(6), box, shelf, rank);
                    case 7 -> session.execute(procedures.get(7), box, shelf, rank);
                    default -> session.execute(procedures.get(8), shelf);
                }
            }
        } catch (EngineStoppedException e) {
            // What was recorded before is judged.
        }
    }
}
