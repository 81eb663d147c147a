package io.baton.storage.recovery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The power is cut at every operation of an opening that upgrades a store, and of the work behind it. */
@Timeout(120)
class UpgradeCrashTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema ONE = RecoveryTest.table("one", false);
    private static final TableSchema TWO = RecoveryTest.table("two", true);
    private static final LongColumn NUMBER;
    private static final TableSchema WIDER;

    static {
        var builder = TableSchema.named("one");
        LongColumn id = builder.int64("id");
        StringColumn text = builder.string("text", 40);
        NUMBER = builder.int32("number");
        builder.primaryKey(id.bits(64));
        builder.index("by_number", 0, NUMBER.signed(32), text.part());
        WIDER = builder.build();
    }

    private final CrashDisk disk = new CrashDisk();
    private Map<String, Map<Long, String>> before = Map.of();
    private Map<String, Map<Long, String>> upgraded = Map.of();
    private int begin;

    private static Path store(CrashDisk of) {
        return of.process().getPath("/data/store");
    }

    private static RecoveryConfig asBefore(CrashDisk of) {
        return TestEngine.config(store(of), THREADS, Map.of(), ONE, TWO);
    }

    /** Another order, a table more, a column more with a default, other indexes. */
    private static RecoveryConfig upgrade(CrashDisk of) {
        Map<? extends Column, ?> defaults = Map.of(NUMBER, 7L);
        return TestEngine.config(store(of), THREADS, defaults, TWO, RecoveryTest.table("three", false), WIDER);
    }

    /** The store has a checkpoint and a log behind it; the process was killed. */
    @BeforeEach
    void makeStore() throws IOException {
        var random = new Random(1);
        try (var engine = new TestEngine(asBefore(disk))) {
            for (int i = 0; i < 60; i++) {
                engine.commit(random, 3, 30);
                if (i == 20) {
                    engine.checkpoint(false);
                }
            }
            engine.await(engine.log.appended());
            before = engine.rows();
        }
        begin = disk.point();
        var expected = new TreeMap<String, Map<Long, String>>(Map.of("two", requireNonNull(before.get("two")), "three",
            Map.of(), "one", new TreeMap<>()));
        requireNonNull(before.get("one"))
            .forEach((id, values) -> requireNonNull(expected.get("one")).put(id, values + ",7"));
        upgraded = expected;
    }

    @Test
    @Tag("thorough")
    void anUpgradeThatIsCutIsDoneOrNot() throws IOException {
        cut(3, 2, 37);
    }

    @Tag("slow")
    @Test
    void moreImagesOfAnUpgradeThatIsCut() throws IOException {
        cut(1, 12, 5);
    }

    private void cut(int step, int images, int stepAgain) throws IOException {
        try (var engine = new TestEngine(upgrade(disk))) {
            assertThat(engine.rows()).isEqualTo(upgraded);
        }
        int undone = 0;
        for (int point = begin; point <= disk.point(); point += step) {
            for (CrashDisk image : disk.images(point, images, point).toList()) {
                undone += openAsBefore(image.written(0)) ? 1 : 0;
                try (var engine = new TestEngine(upgrade(image))) {
                    assertThat(engine.rows()).as("%s", image).isEqualTo(upgraded);
                }
                for (int again = 0; again <= image.point(); again += stepAgain) {
                    for (CrashDisk second : image.images(again, 2, again).toList()) {
                        open(second);
                    }
                }
            }
        }
        assertThat(undone).as("images of the store as it was").isPositive();
    }

    /** Whatever was done of the upgrade, it can be opened with the new tables, and goes on. */
    private void open(CrashDisk image) {
        Map<String, Map<Long, String>> later;
        try (var engine = new TestEngine(upgrade(image))) {
            assertThat(engine.rows()).as("%s", image).isEqualTo(upgraded);
            engine.await(engine.commit(new Random(5), 2, 30));
            later = engine.rows();
        } catch (IOException | RecoveryException e) {
            throw new AssertionError(image + ": " + e.getMessage(), e);
        }
        try (Recovered again = Recovery.open(upgrade(image))) {
            assertThat(again.report().upgrades()).as("%s", image).isEmpty();
            assertThat(TestEngine.rows(again.storage())).as("%s", image).isEqualTo(later);
        }
    }

    /** Returns whether the store is as it was; else it refuses the old tables. */
    private boolean openAsBefore(CrashDisk image) {
        try (Recovered opened = Recovery.open(asBefore(image))) {
            assertThat(TestEngine.rows(opened.storage())).as("%s", image).isEqualTo(before);
            return true;
        } catch (RecoveryException e) {
            assertThat(e).as("%s", image).hasMessageContaining("another schema");
            return false;
        }
    }
}
