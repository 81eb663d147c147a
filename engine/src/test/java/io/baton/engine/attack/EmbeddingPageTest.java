package io.baton.engine.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.engine.BulkInsert;
import io.baton.engine.Engine;
import io.baton.engine.LockPlan;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the page on embedding says of reasons and refusals is what the engine says. Its names are A, B, C, T and I. */
@Timeout(60)
class EmbeddingPageTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("T");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final IndexSchema INDEX = BUILDER.primaryKey(ID.bits(40)).index("I", 1, ID.bits(40));
    private static final TableSchema TABLE = BUILDER.build();

    private final Engine engine = Engine.builder().table(TABLE, 100).open();
    private final Procedure<Object> a = engine.register("A", new Parts.Do(), Object.class);
    private final Procedure<Object> b = engine.register("B", new Parts.Do(), Object.class);
    private String page = "";

    /** Takes a number. */
    public static final class Echo {
        public long run(Transaction transaction, long number) {
            return number;
        }
    }

    @BeforeEach
    void fill() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/embedding.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "run the tests inside the repository");
        }
        page = Files.readString(folder.resolve("docs/embedding.md"));
        engine.call(a, (Work) t -> t.insert(TABLE, 1).address());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void says(ThrowingCallable refused) {
        final Throwable thrown = catchThrowable(refused);
        assertThat(thrown).isInstanceOfAny(IllegalStateException.class, IllegalArgumentException.class);
        assertThat(page).contains("| " + thrown.getMessage() + " |");
    }

    private static <T> T onThread(String name, Callable<T> task) throws Exception {
        final FutureTask<T> future = new FutureTask<>(task);
        Thread.ofPlatform().name(name).start(future);
        return future.get();
    }

    @Test
    void reasonsAreThoseOfTheEngine() {
        final List<String> rows = page.lines().filter(line -> line.matches("\\| `[A-Z_]+` \\| .*")).toList();
        assertThat(rows).hasSameSizeAs(AbortReason.values());
        for (AbortReason reason : AbortReason.values()) {
            final String row = "| `%s` | %s | %s |".formatted(
                reason, reason.sqlState(), reason.retryable() ? "yes" : "no");
            assertThat(rows).anyMatch(line -> line.startsWith(row));
        }
    }

    @Test
    void objectsKeptAfterTheirProcedure() {
        final List<Transaction> transactions = new ArrayList<>();
        final List<Row> rows = new ArrayList<>();
        engine.call(a, (Work) t -> transactions.add(t) && rows.add(t.read(TABLE, 1)));
        says(() -> transactions.getFirst().read(TABLE, 1));
        says(() -> rows.getFirst().get(ID));
    }

    @Test
    void objectsOfAnotherThread() throws Exception {
        onThread("A", () -> engine.call(a, (Work) t -> {
            final Row row = t.read(TABLE, 1);
            return onThread("B", () -> {
                says(() -> t.read(TABLE, 1));
                says(() -> row.get(ID));
                return 0;
            });
        }));
    }

    @Test
    void planAfterItsMethod() {
        final List<LockPlan> plans = new ArrayList<>();
        final Procedure<Object> planned = engine.register(new Parts.PlanAndDo(), Object.class);
        engine.call(planned, (Parts.Plan) plans::add, (Work) t -> 0);
        says(() -> plans.getFirst().read(TABLE, 1));
    }

    @Test
    void callsAndClosingWithinAProcedure() {
        engine.call(a, (Work) t -> {
            says(() -> engine.call(b, (Work) inner -> 0));
            says(engine::close);
            return 0;
        });
    }

    @Test
    void sessions() throws Exception {
        final Session session = engine.session();
        session.call(a, (Work) t -> onThread("B", () -> {
            says(() -> session.call(b, (Work) other -> 0));
            return 0;
        }));
        session.close();
        says(() -> session.call(a, (Work) t -> 0));
    }

    @Test
    void scansRowsAndKeys() {
        engine.call(a, (Work) t -> {
            final Scan scan = t.scan(INDEX).equal(1);
            scan.next();
            says(() -> scan.atLeast(1));
            says(() -> t.read(TABLE, 1).set(ID, 1));
            says(() -> t.update(TABLE, 1).set(ID, 2));
            return 0;
        });
    }

    @Test
    void loadingTooLateWrongArgumentsAndAClosedEngine() {
        says(engine::loader);
        final Procedure<Long> number = engine.register("C", new Echo(), Long.class);
        says(() -> engine.call(number, "x"));
        engine.unregister(number);
        says(() -> engine.call(number, 1L));
        engine.close();
        says(() -> engine.call(a, (Work) t -> 0));
    }

    @Test
    void bulkInserts() {
        final List<BulkInsert> inserts = new ArrayList<>();
        engine.insertAll(insert -> {
            inserts.add(insert);
            final Row row = insert.row(TABLE, 2);
            insert.insert(row);
            says(() -> insert.insert(row));
        });
        says(() -> inserts.getFirst().row(TABLE, 3));
        engine.call(a, (Work) t -> {
            says(() -> engine.insertAll(insert -> insert.row(TABLE, 3)));
            return 0;
        });
    }
}
