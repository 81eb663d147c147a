package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scans on columns other than integers, and on NULL, of what is stored and of what the transaction itself wrote. */
@Timeout(30)
class ScanTypesTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("event");
    private static final LongColumn ID = BUILDER.int32("id");
    private static final StringColumn USER = BUILDER.string("user", 12);
    private static final StringColumn WORD = BUILDER.nullable().string("word", 12);
    private static final TimestampColumn AT = BUILDER.nullable().timestamp("at");
    private static final IndexSchema BY_WORD =
        BUILDER.primaryKey(ID.signed(20)).index("by_word", 1, USER.part(), WORD.part());
    private static final IndexSchema BY_TIME = BUILDER.index("by_time", 1, USER.part(), AT.part());
    private static final TableSchema EVENT = BUILDER.build();

    private final Engine engine = Engine.builder().table(EVENT, 100).assertions(true).open();
    private final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
    private final Procedure<Object> planned = engine.register(new Planned(), Object.class);

    /** Plans the prefix of one user's events. */
    public static final class Planned {
        public void plan(LockPlan plan, String user) {
            plan.scan(BY_WORD, BY_WORD.prefix(user));
        }

        public Object run(Transaction transaction, String user) {
            return ids(transaction.scan(BY_WORD).equal(user));
        }
    }

    @BeforeEach
    void load() {
        try (Loader loader = engine.loader()) {
            String[] words = {"apple", "apply", "banana", "appl"};
            for (int id = -4; id < 4; id++) {
                final Row row = loader.row(EVENT, EVENT.key(id)).set(USER, id % 2 == 0 ? "anna" : "otto");
                if (id < 0) {
                    row.set(WORD, words[id + 4]).set(AT, Instant.ofEpochSecond(id));
                }
                loader.insert(row);
            }
        }
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static List<Long> ids(Scan scan) {
        final List<Long> ids = new ArrayList<>();
        while (scan.next()) {
            ids.add(scan.row().get(ID));
        }
        return ids;
    }

    private Object in(Bank.Work body) {
        return engine.call(work, body);
    }

    @Test
    void rangesOfStringsAndMomentsLeaveNullOut() {
        assertThat(in(t -> ids(t.scan(BY_WORD).equal("anna").startsWith("ap")))).isEqualTo(List.of(-4L));
        assertThat(in(t -> ids(t.scan(BY_WORD).equal("anna").greaterThan("apple")))).isEqualTo(List.of(-2L));
        assertThat(in(t -> ids(t.scan(BY_WORD).equal("otto").notNull().descending()))).isEqualTo(List.of(-3L, -1L));
        assertThat(in(t -> ids(t.scan(BY_WORD).equal("otto").isNull()))).isEqualTo(List.of(1L, 3L));
        assertThat(in(t -> ids(t.scan(BY_WORD).equal("otto")))).isEqualTo(List.of(1L, 3L, -1L, -3L));
        assertThat(in(t -> ids(t.scan(BY_TIME).equal("anna").lessThan(Instant.ofEpochSecond(-2)))))
            .isEqualTo(List.of(-4L));
    }

    @Test
    void ownWritesAreAmongThem() {
        assertThat(in(t -> {
            t.update(EVENT, EVENT.key(-4)).setNull(WORD);
            t.update(EVENT, EVENT.key(0)).set(WORD, "apricot");
            t.insert(EVENT, EVENT.key(-100)).set(USER, "anna").set(WORD, "ape");
            t.insert(EVENT, EVENT.key(-101)).set(USER, "anna");
            return ids(t.scan(BY_WORD).equal("anna").startsWith("ap")) + " "
                + ids(t.scan(BY_WORD).equal("anna").isNull());
        })).isEqualTo("[-100, 0] [-101, -4, 2]");
        assertThat(in(t -> ids(t.scan(BY_WORD).equal("anna")))).isEqualTo(List.of(-101L, -4L, 2L, -100L, 0L, -2L));
    }

    @Test
    void plansNamePrefixesOfStrings() {
        assertThat(engine.call(planned, "anna")).isEqualTo(List.of(0L, 2L, -4L, -2L));
    }
}
