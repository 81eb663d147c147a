package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The power is cut at every operation of opening, writing, taking checkpoints and recovering. */
@Timeout(240)
class RecoveryCrashTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false), RecoveryTest.table("two", true)};
    private static final Map<String, Map<Long, String>> EMPTY = Map.of("one", Map.of(), "two", Map.of());

    /** The rows after each transaction, and from which operation of the disk on they are acknowledged. */
    private final List<Map<String, Map<Long, String>>> states = new ArrayList<>(List.of(EMPTY));
    private final List<Integer> points = new ArrayList<>(List.of(0));

    private static RecoveryConfig config(CrashDisk disk) {
        Path directory = disk.process().getPath("/data/store");
        return TestEngine.config(directory, THREADS, Map.of(), TABLES);
    }

    /** Writes transactions, waits for each, and takes checkpoints; ends without closing in order, or in order. */
    private void work(CrashDisk disk, long seed, int transactions, int checkpointEvery, boolean close)
            throws IOException {
        var random = new Random(seed);
        var engine = new TestEngine(config(disk));
        for (int i = 1; i <= transactions; i++) {
            long lsn = engine.commit(random, 1 + random.nextInt(3), 8);
            // Before it is acknowledged it may be there or not.
            states.add(engine.rows());
            engine.await(lsn);
            points.add(disk.point());
            if (i % checkpointEvery == 0) {
                engine.checkpoint(i % (2 * checkpointEvery) == 0);
            }
        }
        if (close) {
            engine.close();
        } else {
            engine.log.close();
            engine.crash();
        }
    }

    /** Returns the number of the last state that was acknowledged before an operation. */
    private int acknowledged(int point) {
        int last = 0;
        while (last + 1 < points.size() && points.get(last + 1) <= point) {
            last++;
        }
        return last;
    }

    /** Recovers an image, which must be in an acknowledged state or a later one, and returns its number. */
    private int recover(CrashDisk image, int first) {
        try (Recovered recovered = Recovery.open(config(image))) {
            assertThat(recovered.report().damagedCheckpoints()).as("%s", image).isEmpty();
            Map<String, Map<Long, String>> rows = TestEngine.rows(recovered.storage());
            for (int state = first; state < states.size(); state++) {
                if (states.get(state).equals(rows)) {
                    return state;
                }
            }
            throw new AssertionError("%s: state %d or a later one is missing; found %s"
                .formatted(image, first, rows));
        } catch (RecoveryException e) {
            throw new AssertionError(image + ": " + e.getMessage(), e);
        }
    }

    private void cutEverywhere(CrashDisk disk, int from, int images) {
        int end = disk.point();
        for (int point = from; point <= end; point++) {
            int first = acknowledged(point);
            disk.images(point, images, point).forEach(image -> recover(image, first));
        }
    }

    @Test
    void whatWasAcknowledgedSurvivesEveryCut() throws IOException {
        cutLife(4);
    }

    @Test
    @Tag("thorough")
    void anotherLifeOfTheStoreSurvivesEveryCut() throws IOException {
        cutAnotherLife(3);
    }

    @Test
    @Tag("thorough")
    void recoveryMayBeCutAnywhereAndBegunAgain() throws IOException {
        cutRecovery(7, 2, 4);
    }

    @Test
    @Tag("thorough")
    void openingAfterACutCanBeCutItself() throws IOException {
        cutOpening(13, 2);
    }

    @Tag("slow")
    @Test
    void moreImagesOfEveryCutSurvive() throws IOException {
        cutLife(12);
    }

    @Tag("slow")
    @Test
    void moreImagesOfAnotherLifeSurvive() throws IOException {
        cutAnotherLife(12);
    }

    @Tag("slow")
    @Test
    void moreRecoveriesMayBeCutAnywhereAndBegunAgain() throws IOException {
        cutRecovery(3, 3, 6);
    }

    @Tag("slow")
    @Test
    void moreOpeningsAfterACutCanBeCutThemselves() throws IOException {
        cutOpening(7, 4);
    }

    private void cutLife(int images) throws IOException {
        var disk = new CrashDisk();
        work(disk, 1, 24, 5, true);
        cutEverywhere(disk, 0, images);
    }

    private void cutAnotherLife(int images) throws IOException {
        var disk = new CrashDisk();
        work(disk, 2, 7, 3, true);
        int opened = disk.point();
        work(disk, 3, 7, 3, true);
        cutEverywhere(disk, opened, images);
    }

    private void cutRecovery(int step, int images, int imagesAgain) throws IOException {
        var disk = new CrashDisk();
        work(disk, 4, 9, 4, true);
        int end = disk.point();
        for (int point = 0; point <= end; point += step) {
            int first = acknowledged(point);
            disk.images(point, images, point).forEach(image -> {
                int state = recover(image, first);
                // What the recovery did to the disk is cut, too; then the log begins its next segment.
                for (int again = 0; again <= image.point(); again++) {
                    image.images(again, imagesAgain, again).forEach(second -> assertThat(recover(second, first))
                        .as("%s", second).isEqualTo(state));
                }
            });
        }
    }

    private void cutOpening(int step, int imagesAgain) throws IOException {
        var disk = new CrashDisk();
        work(disk, 5, 6, 4, true);
        for (int point = 0; point <= disk.point(); point += step) {
            int first = acknowledged(point);
            disk.images(point, 2, point).forEach(image -> {
                int state = openAndClose(image, first);
                for (int again = 0; again <= image.point(); again += 2) {
                    image.images(again, imagesAgain, again).forEach(second -> assertThat(recover(second, first))
                        .as("%s", second).isEqualTo(state));
                }
            });
        }
    }

    /** Recovers, begins a new segment of the log, and ends without a word; returns the state that was found. */
    private int openAndClose(CrashDisk image, int first) {
        try (var engine = new TestEngine(config(image))) {
            engine.checkpoint(true);
            Map<String, Map<Long, String>> rows = engine.rows();
            for (int state = first; state < states.size(); state++) {
                if (states.get(state).equals(rows)) {
                    return state;
                }
            }
            throw new AssertionError("%s: state %d or a later one is missing".formatted(image, first));
        } catch (IOException e) {
            throw new AssertionError(image + ": " + e, e);
        }
    }
}
