package io.baton.engine.attack;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The main program of {@link MemoryGivenBackTest}: one session makes small transactions, then a huge one of every kind
 * with small ones between; durably, if it is given a directory. Prints after each how many KB
 * the heap and the native memory have grown, and its outcome.
 */
public final class MemoryGivenBackRun {

    /** Rows of the table whose rows have one lock together. */
    private static final int ROWS = 100_000;
    /** Rows with locks of their own, and for their places in the unique index. */
    private static final int LOCKED_ROWS = 20_000;
    private static final int PORTION = 1_000;
    private static final int COLLECTIONS = 3;
    private static final int BYTES_PER_KB = 1024;
    private static final int MOVED_BIT = 40;
    private static final Codes TOGETHER = new Codes("together", 1);
    private static final Codes SINGLE = new Codes("single", 2);
    /** What is allocated directly is "Other" to the JVM, the tables' indexes and all images of rows included. */
    private static final Pattern NATIVE = Pattern.compile("Other \\(reserved=\\d+KB, committed=(\\d+)KB\\)");

    private final Engine engine;
    private final Procedure<Object> work;

    /** Huge transactions, in their order; the table is full before the first and after the last. */
    private enum Kind {
        READ, UPDATE, UPDATE_AND_SCAN, SCAN, DELETE, INSERT_AND_ABORT, INSERT
    }

    private MemoryGivenBackRun(String[] directory) {
        final EngineBuilder builder = Engine.builder().table(TOGETHER.schema, ROWS).table(SINGLE.schema, LOCKED_ROWS)
            .callTimeout(Duration.ofMinutes(10));
        if (directory.length > 0) {
            builder.data(new DataDirectory(Path.of(directory[0])).durability(Durability.ASYNC));
        }
        engine = builder.open();
        work = Parts.work(engine);
    }

    /** A table of codes in groups; there is one group. */
    private static final class Codes {
        private final LongColumn code;
        private final IndexSchema byCode;
        private final TableSchema schema;

        Codes(String name, int lockColumns) {
            final TableSchema.Builder builder = TableSchema.named(name);
            final LongColumn group = builder.int64("group");
            final LongColumn id = builder.int64("id");
            code = builder.int64("code");
            builder.primaryKey(group.bits(8), id.bits(32)).lockColumns(lockColumns);
            byCode = builder.index("by_code", 1, group.bits(8), code.bits(64));
            if (lockColumns > 1) {
                builder.uniqueIndex("code", code.bits(64));
            }
            schema = builder.build();
        }

        private void run(Transaction transaction, Kind kind, int from, int to) {
            for (int id = from; id < to; id++) {
                final long key = schema.key(0, id);
                switch (kind) {
                    case READ -> transaction.read(schema, key).get(code);
                    case UPDATE, UPDATE_AND_SCAN -> {
                        final Row row = transaction.update(schema, key);
                        row.set(code, row.get(code) ^ 1L << MOVED_BIT);
                    }
                    case DELETE -> transaction.delete(schema, key);
                    case INSERT, INSERT_AND_ABORT -> transaction.insert(schema, key).set(code, id);
                    case SCAN -> {
                        // Below.
                    }
                }
            }
            if (kind == Kind.UPDATE_AND_SCAN || kind == Kind.SCAN) {
                final Scan scan = transaction.scan(byCode).equal(0).forUpdate();
                for (int rows = 0; rows < to - from; rows++) {
                    if (!scan.next()) {
                        throw new IllegalStateException("the scan ended after " + rows + " rows");
                    }
                }
            }
        }
    }

    /** Runs it all. */
    public static void main(String[] arguments) throws JMException {
        new MemoryGivenBackRun(arguments).run();
    }

    private void run() throws JMException {
        try (engine; Session session = engine.session()) {
            // Twice, so that tables and indexes have the size that they keep.
            for (int i = 0; i < 2; i++) {
                for (Kind kind : List.of(Kind.INSERT, Kind.READ, Kind.UPDATE, Kind.DELETE)) {
                    portions(session, kind);
                }
            }
            portions(session, Kind.INSERT);
            final long heap = heapKb();
            final long outside = nativeKb();
            for (Kind kind : Kind.values()) {
                final Outcome<Object> outcome = session.execute(work, (Work) transaction -> {
                    TOGETHER.run(transaction, kind, 0, ROWS);
                    SINGLE.run(transaction, kind, 0, LOCKED_ROWS);
                    if (kind == Kind.INSERT_AND_ABORT) {
                        throw transaction.abort("enough");
                    }
                    return kind;
                });
                // What a call has handed out is kept for another one, so that it refuses to work.
                for (int i = 0; i < 2; i++) {
                    session.call(work, (Work) transaction -> engine.rows(SINGLE.schema));
                }
                System.out.println(kind + " " + (heapKb() - heap) + " " + (nativeKb() - outside) + " " + outcome);
            }
        }
    }

    private void portions(Session session, Kind kind) {
        for (int first = 0; first < ROWS; first += PORTION) {
            final int from = first;
            session.call(work, (Work) transaction -> {
                TOGETHER.run(transaction, kind, from, from + PORTION);
                if (from < LOCKED_ROWS) {
                    SINGLE.run(transaction, kind, from, from + PORTION);
                }
                return kind;
            });
        }
    }

    private static long heapKb() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_KB;
    }

    private static long nativeKb() throws JMException {
        final String summary = (String) ManagementFactory.getPlatformMBeanServer().invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"), "vmNativeMemory",
            new Object[] {new String[] {"summary"}}, new String[] {String[].class.getName()});
        final Matcher matcher = NATIVE.matcher(summary);
        if (!matcher.find()) {
            throw new IllegalStateException("no line about other memory in " + summary);
        }
        return Long.parseLong(matcher.group(1));
    }
}
