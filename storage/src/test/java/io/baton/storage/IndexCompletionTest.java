package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.column.LongColumn;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An index is completed while a row is halfway out of its table. */
@Timeout(10)
class IndexCompletionTest {
    private static final long KEY = 7;

    private final TableSchema.Builder builder = TableSchema.named("item");
    private final LongColumn id = builder.int32("id");
    private final LongColumn colour = builder.int32("colour");
    private final TableSchema schema = builder.primaryKey(id.bits(32)).build();
    private final Storage storage = Storage.builder().table(schema, 100).open();
    private final Table table = storage.table(schema);
    private long row;

    @BeforeEach
    void insert() {
        try (RowArena arena = storage.arena()) {
            var image = new Row(schema);
            arena.blank(image);
            row = table.insert(image.set(id, KEY).set(colour, 3));
        }
    }

    @AfterEach
    void close() {
        storage.close();
    }

    @Test
    void rowThatNoKeyNamesAnyMoreWhenTheIndexIsFilledIsNotMissedInIt() throws Exception {
        OrderedIndex index = storage.addIndex(table, schema.newIndex("by_colour", 1, colour.bits(32)));
        var deletes = new FutureTask<>(() -> table.delete(KEY), true);
        Stripe stripe = index.stripe(index.order().prefix(row));
        stripe.latch();
        try {
            Thread.ofPlatform().start(deletes);
            // The delete comes as far as the index, whose stripe it waits for; no key names the row any more.
            while (table.contains(KEY) && !deletes.isDone()) {
                Thread.onSpinWait();
            }
            fill(index);
        } finally {
            stripe.unlatchUnchanged();
        }
        assertThat(deletes.get()).isTrue();
        assertThat(table.rows()).isZero();
        assertThat(index.entry(3)).isZero();
    }

    @Test
    void completeIndexIsStillAskedForItsRowsWhileAnotherIsBuilt() {
        OrderedIndex lacking = storage.addIndex(table, schema.newIndex("lacking", 1, colour.bits(32)));
        storage.complete(lacking);
        storage.addIndex(table, schema.newIndex("building", 1, colour.bits(32)));
        assertThatThrownBy(() -> table.delete(KEY)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("lacking of table item has lost a row");
    }

    /** Does what who builds an index does, and completes it. */
    private void fill(OrderedIndex index) {
        try (TableCopy copy = TableCopy.ofKeys(table)) {
            assertThat(copy.next(address -> storage.enter(table, index, table.find(KEY)))).isZero();
        }
        storage.complete(index);
    }
}
