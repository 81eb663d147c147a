package io.baton.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.LockPlan;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.history.UnwritableHistoryException;
import io.baton.history.check.HistoryChecker;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an engine puts into its history, and what it does when it can put nothing more there. */
@Timeout(30)
class HistoryRecordingTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("book");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final LongColumn YEAR = BUILDER.int32("year");
    private static final StringColumn TITLE = BUILDER.string("title", 10);
    private static final TableSchema BOOK = schema();
    private static final long MEMORY_BYTES = 1 << 20;

    @TempDir
    private Path folder = Path.of("");

    /**
     * What a call does with a book, by first letters: insert, delete, update, find, abort, end by an Error, fail, have
     * no plan, have an Error as its plan.
     */
    public static final class Steps {
        public void plan(LockPlan plan, long id, String steps) {
            if (steps.startsWith("h")) {
                throw new IllegalStateException("no plan");
            }
            if (steps.startsWith("p")) {
                throw new StackOverflowError("planted");
            }
        }

        public long run(Transaction transaction, long id, String steps) {
            for (int i = 0; i < steps.length(); i++) {
                switch (steps.charAt(i)) {
                    case 'i' -> transaction.insert(BOOK, BOOK.key(id)).set(YEAR, 1605).set(TITLE, steps);
                    case 'd' -> transaction.delete(BOOK, BOOK.key(id));
                    case 'u' -> transaction.update(BOOK, BOOK.key(id)).set(YEAR, 1615);
                    case 'f' -> transaction.exists(BOOK, BOOK.key(id));
                    case 'a' -> throw transaction.abort("enough");
                    case 'e' -> throw new AssertionError("planted");
                    default -> throw new IllegalStateException("failed");
                }
            }
            return steps.length();
        }
    }

    @Test
    void rowThatIsDeletedAndInsertedAgainIsReplaced() throws IOException {
        final List<String> lines = record("di", "f", "du", "u");
        assertThat(lines.get(0)).contains("'op':'replace','table':'book','key':'1','version':1")
            .contains("'op':'change','table':'book','index':'book_by_year','prefix':'1600','version':1",
                "'op':'change','table':'book','index':'book_by_year','prefix':'1605','version':1")
            .doesNotContain("delete", "insert");
        assertThat(lines.get(1)).contains("'op':'read','table':'book','key':'1','version':1");
        assertThat(lines.get(3)).contains("'op':'update','table':'book','key':'1','version':2");
    }

    @Test
    void chainsOfWritesAreWhatTheyComeTo() throws IOException {
        assertThat(record("did", "f", "idi", "f", "dididi", "d", "id", "f"))
            .extracting(HistoryRecordingTest::row).containsExactly("delete 1", "readAbsent 1", "insert 2", "read 2",
                "replace 3", "delete 4", "readAbsent 4", "readAbsent 4");
    }

    @Test
    void abortedCallHasReadWhatItWantedToWrite() throws IOException {
        assertThat(record("u", "ua", "da", "dia", "d", "ia", "idx", "i", "ux"))
            .extracting(HistoryRecordingTest::row).containsExactly("update 1", "read 1", "read 1", "read 1",
                "delete 2", "readAbsent 2", "readAbsent 2", "insert 3", "read 3");
    }

    @Test
    void callWhosePlanFailsIsNotTakenForTheOneBefore() throws IOException {
        assertThat(record("u", "h", "u")).extracting(line -> line.contains("'outcome':'committed'"))
            .containsExactly(true, false, true);
    }

    @Test
    void callThatEndsByAnErrorIsRecordedAsOneThatWasAborted() throws IOException {
        final List<String> lines = record("u", "ue", "p", "de", "u", "ie", "d");
        assertThat(lines).extracting(line -> line.contains("'outcome':'committed'"))
            .containsExactly(true, false, false, false, true, false, true);
        assertThat(lines).extracting(HistoryRecordingTest::row).containsExactly("update 1", "read 1", "", "read 1",
            "update 2", "read 2", "delete 3");
    }

    @Test
    void fileNamesTheColumnsOfIndexesAndTheirPrefixes() {
        final Path file = folder.resolve("h");
        builder(file).open().close();
        try (HistoryReader history = HistoryReader.open(file)) {
            assertThat(history.tables().getFirst().indexes()).containsExactly(new RecordedIndex("book_by_year", 1,
                List.of(RecordedColumn.integer("year", 16), RecordedColumn.string("title", 80))));
            assertThat(history.tables().getFirst().keyColumns()).containsExactly(RecordedColumn.integer("id", 16));
        }
    }

    @Test
    void fileNamesTheTypesOfColumnsAndNegativeKeys() {
        final TableSchema.Builder builder = TableSchema.named("event");
        final LongColumn id = builder.int32("id");
        final StringColumn user = builder.string("user", 12);
        final StringColumn word = builder.nullable().string("word", 12);
        final TimestampColumn at = builder.nullable().timestamp("at");
        builder.primaryKey(id.signed(20)).index("by_word", 1, user.part(), word.part());
        builder.index("by_time", 1, user.part(), at.part());
        final TableSchema schema = builder.build();
        final Path file = folder.resolve("h");
        Engine.builder().table(schema, 100).history(HistoryRecording.to(file)).open().close();
        try (HistoryReader history = HistoryReader.open(file)) {
            final RecordedTable event = history.tables().getFirst();
            assertThat(event.keyColumns())
                .containsExactly(new RecordedColumn("id", RecordedColumn.Type.INTEGER, false, true, 20));
            assertThat(event.indexes()).extracting(RecordedIndex::columns).containsExactly(
                List.of(new RecordedColumn("user", RecordedColumn.Type.STRING, false, false, 96),
                    new RecordedColumn("word", RecordedColumn.Type.STRING, true, false, 96)),
                List.of(new RecordedColumn("user", RecordedColumn.Type.STRING, false, false, 96),
                    new RecordedColumn("at", RecordedColumn.Type.TIMESTAMP, true, true, 64)));
            assertThat(event.row(schema.key(-3))).isEqualTo("event(id=-3)");
        }
    }

    @Test
    void fileThatIsThereIsRefusedAndLeftAlone() throws IOException {
        final Path file = Files.writeString(folder.resolve("taxes"), "of 2025");
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(() -> builder(file).open())
            .withMessage("the history cannot be written to " + file
                + ": there is a file already; give a name that is not taken");
        assertThat(file).hasContent("of 2025");
    }

    @Test
    void engineTakesNoCallsOnceTheDiskIsFull() throws InterruptedException {
        final Path file = folder.resolve("h");
        final AtomicLong committed = new AtomicLong();
        final Collection<String> told = new ConcurrentLinkedQueue<>();
        final List<Thread> threads = new ArrayList<>();
        final Engine engine =
            builder(file).history(HistoryRecording.to(file, FullDisk.after(1 << 20))).open();
        load(engine);
        final Procedure<Long> steps = engine.register(new Steps(), Long.class);
        for (long number = 1; number <= 4; number++) {
            final long id = number;
            threads.add(Thread.ofPlatform().start(() -> {
                try (Session session = engine.session()) {
                    while (true) {
                        session.call(steps, id, "u");
                        committed.incrementAndGet();
                    }
                } catch (UnwritableHistoryException e) {
                    told.add(e.getMessage());
                }
            }));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        }
        assertThat(committed.get()).isGreaterThan(10_000);
        assertThat(told).hasSize(4).allMatch(message -> message.contains("No space left on device"));
        assertThatExceptionOfType(UnwritableHistoryException.class)
            .isThrownBy(() -> engine.call(steps, 1L, "f"));
        assertThatExceptionOfType(UnwritableHistoryException.class).isThrownBy(engine::close);
        engine.close();
    }

    /** Makes calls on book 1, which is loaded, one after the other; returns what was recorded, and judges it. */
    private List<String> record(String... calls) throws IOException {
        final Path file = folder.resolve("history");
        try (Engine engine = builder(file).open()) {
            load(engine);
            final Procedure<Long> steps = engine.register(new Steps(), Long.class);
            try (Session session = engine.session()) {
                for (String call : calls) {
                    session.execute(steps, 1L, call);
                }
            }
        }
        final StringBuilder text = new StringBuilder();
        try (HistoryReader history = HistoryReader.open(file)) {
            assertThat(new HistoryChecker(history, MEMORY_BYTES).check().anomalies()).isEmpty();
            history.rewind();
            new HistoryExport(history).write(text);
        }
        return text.toString().replace('"', '\'').lines().toList();
    }

    /** The operation on the row and its version, if there is just one. */
    private static String row(String line) {
        final List<String> found = Pattern
            .compile("'op':'(\\w+)','table':'book','key':'1','version':(\\d+)").matcher(line).results()
            .map(match -> match.group(1) + " " + match.group(2)).toList();
        return String.join(", ", found);
    }

    private static TableSchema schema() {
        BUILDER.primaryKey(ID.bits(16)).index("book_by_year", 1, YEAR.bits(16), TITLE.part());
        return BUILDER.build();
    }

    private static EngineBuilder builder(Path file) {
        return Engine.builder().table(BOOK, 100).clients(4).history(HistoryRecording.to(file));
    }

    private static void load(Engine engine) {
        try (Loader loader = engine.loader()) {
            for (long id = 1; id <= 4; id++) {
                final Row row = loader.row(BOOK, BOOK.key(id));
                loader.insert(row.set(YEAR, 1600));
            }
        }
    }
}
