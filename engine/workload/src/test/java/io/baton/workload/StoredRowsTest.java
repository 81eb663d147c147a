package io.baton.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether rows are a whole load, and of which scale, is told by their numbers. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class StoredRowsTest {

    private static final Setting RACKS = Setting.scale("racks", "The scale.", 1, 100, 2);
    private static final TableSchema RACK = table("rack");
    private static final TableSchema BOOK = table("book");
    private static final TableSchema NOTE = table("note");

    private final Engine engine = Engine.builder().table(RACK, 10).table(BOOK, 100).table(NOTE, 100).open();
    private final StoredRows rows =
        new StoredRows(engine, RACKS, RACK).atLeast(BOOK, racks -> 3 * racks);

    private static TableSchema table(String name) {
        final TableSchema.Builder schema = TableSchema.named(name);
        final LongColumn id = schema.int64("id");
        return schema.primaryKey(id.bits(40)).build();
    }

    private void load(TableSchema table, int count) {
        try (Loader loader = engine.loader()) {
            for (int id = 1; id <= count; id++) {
                loader.insert(loader.row(table, table.key(id)));
            }
        }
    }

    private void assertRefused(long asked, boolean incomplete, String message) {
        assertThatExceptionOfType(UnfitDataException.class).isThrownBy(() -> rows.fit(asked)).withMessage(message)
            .matches(unfit -> unfit.incomplete() == incomplete);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void noRowsAreToBeLoaded() {
        assertThat(rows.fit(2)).isFalse();
        assertThat(rows.scale()).isEmpty();
        load(RACK, 2);
        load(BOOK, 6);
        assertThat(rows.fit(2)).isTrue();
    }

    @Test
    void moreRowsThanWereLoadedFit() {
        load(RACK, 2);
        load(BOOK, 7);
        load(NOTE, 1);
        assertThat(rows.fit(2)).isTrue();
        assertThat(rows.scale()).isEqualTo(Map.of(RACKS, 2L));
    }

    @Test
    void otherScaleIsRefused() {
        load(RACK, 1);
        load(BOOK, 3);
        assertRefused(2, false,
            "the store holds 1 rack, and 2 racks are asked for; ask for 1, or give another directory");
    }

    @Test
    void smallerScaleIsRefused() {
        load(RACK, 2);
        load(BOOK, 6);
        assertRefused(1, false,
            "the store holds 2 racks, and 1 rack is asked for; ask for 2, or give another directory");
    }

    @Test
    void missingRowsAreRefused() {
        load(RACK, 2);
        load(BOOK, 5);
        assertRefused(2, true, "the store's load was never finished, or rows are lost: table book has 5 rows, and "
            + "2 racks make 6; give another directory");
    }

    @Test
    void tableOfTheScaleThatIsEmptyBesideOthersIsRefused() {
        load(NOTE, 1);
        assertRefused(2, true, "the store's load was never finished, or rows are lost: table rack has 0 rows, and "
            + "others are not empty; give another directory");
    }
}
