package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.column.LongColumn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a transaction's images may take. */
@Timeout(30)
class RowArenaTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("cell");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final TableSchema CELL = BUILDER.primaryKey(ID.bits(32)).build();

    private static final int BYTES_MAX = 4 * RowArena.FIRST_CHUNK_BYTES;

    @Test
    void arenaAtItsLimitRefusesAndWorksAgainAfterwards() {
        final Row row = new Row(CELL);
        try (RowArena arena = new RowArena(new Lifetime("the storage is closed"), BYTES_MAX, "images")) {
            for (int round = 0; round < 3; round++) {
                arena.begin();
                assertThatThrownBy(() -> {
                    for (int i = 0; i < BYTES_MAX; i++) {
                        arena.blankWithFixedKey(row, i);
                    }
                }).isInstanceOf(TransactionTooLargeException.class).hasMessageContaining("table cell: its images take")
                    .hasMessageContaining(String.valueOf(BYTES_MAX));
                assertThat(row.get(ID)).as("the last one that fitted").isPositive();
                arena.reset();
            }
        }
    }
}
