package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is wrong with a table is found, and nothing in one that is right. */
@Timeout(30)
class TableCheckTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("person");
    private static final LongColumn AREA = BUILDER.int64("area");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final LongColumn BADGE = BUILDER.nullable().int64("badge");
    private static final StringColumn NAME = BUILDER.string("name", 20);
    private static final TableSchema PERSON = person();

    private Storage storage;
    private Table table;
    private RowArena arena;

    private static TableSchema person() {
        BUILDER.primaryKey(AREA.bits(16), ID.bits(32));
        BUILDER.uniqueIndex("badges", BADGE.bits(16));
        BUILDER.index("names", 1, AREA.bits(16), NAME.part());
        return BUILDER.build();
    }

    @BeforeEach
    void open() {
        storage = Storage.builder().table(PERSON, 1_000).open();
        table = storage.table(PERSON);
        arena = storage.arena();
        for (int id = 0; id < 500; id++) {
            insert(id);
        }
    }

    @AfterEach
    void close() {
        arena.close();
        storage.close();
    }

    private long insert(int id) {
        arena.reset();
        final Row image = new Row(PERSON);
        arena.blank(image);
        image.set(AREA, id % 7).set(ID, id).set(NAME, "name " + id % 11);
        if (id % 3 != 0) {
            image.set(BADGE, id);
        }
        return table.insert(image);
    }

    private List<String> findings() {
        final List<String> findings = new ArrayList<>();
        final long[] told = new long[1];
        final long rows = TableCheck.run(table, more -> told[0] += more, findings::add);
        assertThat(told[0]).isEqualTo(rows);
        return findings;
    }

    private OrderedIndex index(String name) {
        return table.secondary.all().stream().filter(index -> index.schema().name().equals(name)).findFirst()
            .orElseThrow();
    }

    @Test
    void nothingIsWrongWithTablesInOrder() {
        assertThat(findings()).isEmpty();
        for (int id = 0; id < 500; id += 2) {
            table.delete(PERSON.key(id % 7, id));
        }
        assertThat(findings()).isEmpty();
        for (int id = 1; id < 500; id += 2) {
            table.delete(PERSON.key(id % 7, id));
        }
        assertThat(findings()).isEmpty();
    }

    @Test
    void aRowThatAnIndexDoesNotLeadToIsFound() {
        index("badges").removeIfThere(table.find(PERSON.key(1, 8)));
        assertThat(findings()).containsExactly(
            "table person: index badges does not lead to the row with key (area=1, id=8)",
            "table person: index badges has 499 entries for 500 rows");
    }

    @Test
    void entriesWithoutARowAreFound() {
        final OrderedIndex names = index("names");
        final long other = table.find(PERSON.key(2, 9));
        final long away = table.find(PERSON.key(1, 8));
        names.removeIfThere(away);
        names.insert(other);
        assertThat(findings()).isNotEmpty().allMatch(finding -> finding.startsWith("table person: index names "));
    }

    @Test
    void valuesThatAreThereTwiceAreFoundAndTheRestIsCounted() {
        for (int id = 100; id < 120; id++) {
            final Row row = new Row(PERSON);
            row.wrap(table.lifetime, table.find(PERSON.key(id % 7, id)), true);
            index("badges").removeIfThere(row.address());
            io.baton.storage.memory.Memory.putLong(row.address() + BADGE.offset(), 7);
            index("badges").insert(row.address());
        }
        assertThat(findings()).hasSize(11).last().asString().matches("table person: \\d+ more like these");
        assertThat(findings().getFirst()).contains("index badges is unique, but leads to another row");
    }
}
