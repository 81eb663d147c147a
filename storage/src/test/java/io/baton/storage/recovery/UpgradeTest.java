package io.baton.storage.recovery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A store is opened with other schemas, or as it was at another time. */
class UpgradeTest extends RecoveryFixture {

    @Test
    void newTablesColumnsAndIndexesAreUpgrades() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 1);
        var builder = TableSchema.named("one");
        LongColumn id = builder.int64("id");
        StringColumn text = builder.string("text", 40);
        LongColumn number = builder.int32("number");
        builder.nullable().string("maybe", 10);
        builder.primaryKey(id.bits(64));
        builder.index("by_number", 0, number.signed(32), text.part());
        TableSchema more = builder.build();
        Map<? extends Column, ?> defaults = Map.of(number, 7L);
        RecoveryConfig config = TestEngine.config(store(), threads, defaults, TWO, table("three", false), more);
        Map<String, Map<Long, String>> after;
        try (TestEngine engine = new TestEngine(config)) {
            assertThat(engine.recovered.report().upgrades()).hasSizeGreaterThanOrEqualTo(3);
            assertThat(engine.rows().get("two")).isEqualTo(rows.get("two"));
            assertThat(engine.rows().get("three")).isEmpty();
            requireNonNull(engine.rows().get("one")).values()
                .forEach(values -> assertThat(values).endsWith(",7,null"));
            assertThat(requireNonNull(engine.rows().get("one")).keySet())
                .isEqualTo(requireNonNull(rows.get("one")).keySet());
            assertThat(checkpoint(2)).doesNotExist();
            assertThat(checkpoint(3)).isDirectory();
            var random = new Random(4);
            for (int i = 0; i < 100; i++) {
                engine.commit(random, 3, 100);
            }
            after = engine.rows();
        }
        try (TestEngine engine = new TestEngine(config)) {
            assertThat(engine.recovered.report().upgrades()).isEmpty();
            assertThat(engine.rows()).isEqualTo(after);
        }
        assertRefused("table three is in the store");
    }

    @Test
    void tablesInAnotherOrderKeepTheirRows() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 1);
        try (TestEngine engine = new TestEngine(config(TWO, ONE))) {
            assertThat(engine.recovered.checkpointNeeded()).isTrue();
            assertThat(engine.rows()).isEqualTo(rows);
            engine.commit(new Random(3), 20, 100);
            rows = engine.rows();
        }
        try (TestEngine engine = new TestEngine(config(TWO, ONE))) {
            assertThat(engine.recovered.checkpointNeeded()).isFalse();
            assertThat(engine.rows()).isEqualTo(rows);
        }
    }

    @Test
    void aSchemaThatLacksSomethingIsRefused() throws IOException {
        work(1, 0);
        assertRefused(config(ONE), "another schema", "table two");
        var builder = TableSchema.named("two");
        LongColumn id = builder.int64("id");
        builder.primaryKey(id.bits(64)).ordered(0);
        assertRefused(config(ONE, builder.build()), "another schema", "text");
    }

    @Test
    void aNewUniqueIndexOverEqualRowsIsRefused() throws IOException {
        work(1, 0);
        var builder = TableSchema.named("one");
        LongColumn id = builder.int64("id");
        StringColumn text = builder.string("text", 40);
        LongColumn same = builder.int32("same");
        builder.primaryKey(id.bits(64));
        builder.index("by_text", 0, text.part());
        builder.uniqueIndex("by_same", same.signed(32));
        TableSchema unique = builder.build();
        assertRefused(TestEngine.config(store(), threads, Map.of(same, 1L), unique, TWO), "by_same", "(id=",
            "as it was declared before");
    }

    @Test
    void defaultOfAnotherTypeIsRefusedBeforeAnyRowHasIt() {
        var builder = TableSchema.named("one");
        LongColumn id = builder.int64("id");
        LongColumn number = builder.int32("number");
        StringColumn word = builder.string("word", 4);
        TableSchema one = builder.primaryKey(id.bits(64)).build();
        for (Map<? extends Column, ?> wrong : List.of(Map.of(number, "seven"), Map.of(number, 1L << 40),
            Map.of(word, "too long"), Map.of(word, 7))) {
            RecoveryConfig config = TestEngine.config(store(), threads, wrong, one);
            assertThatIllegalArgumentException().isThrownBy(() -> Recovery.open(config))
                .withMessageContaining("the default of column").withMessageContaining("of table one");
        }
        assertThat(TestEngine.config(store(), threads, Map.of(number, 7, word, "four"), one))
            .satisfies(right -> Recovery.open(right).close());
    }

    @Test
    void tablesThatAreDeclaredTooSmallAreRefused() throws IOException {
        try (TestEngine engine = open()) {
            var random = new Random(1);
            for (int i = 0; i < 100; i++) {
                engine.commit(random, 100, 1_000_000);
            }
            engine.checkpoint(false);
        }
        RecoveryConfig config = config(ONE, TWO);
        assertRefused(new RecoveryConfig(config.directory(),
            () -> Storage.builder().table(ONE, 1).table(TWO, 1).open(), config.defaults(), config.ids(), config.clock(),
            config.wallClock(), threads, RecoveryProgress.NONE), "more rows than its tables may have");
        try (TestEngine engine = open()) {
            assertThat(engine.storage().table(ONE).rows()).isGreaterThan(1000);
        }
    }
}
