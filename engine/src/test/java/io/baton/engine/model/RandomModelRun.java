package io.baton.engine.model;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Procedure;
import io.baton.engine.ReleaseNumbers;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.model.RandomClient.Ran;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/**
 * One run of random transactions on an engine, and its comparison with the model. Each transaction that commits, or is
 * refused by a unique index, takes a number while it holds all its locks. In the order of these numbers the model runs
 * the same programs, and must get the same answers and refuse the same; and in the end it has the same rows.
 */
final class RandomModelRun {

    private static final TableSchema.Builder MARKER_BUILDER = TableSchema.named("marker");
    private static final LongColumn MARKER_ID = MARKER_BUILDER.int64("id");
    static final LongColumn MARKER_FLAG = MARKER_BUILDER.int32("flag");
    static final IndexSchema MARKER_BY_FLAG =
        MARKER_BUILDER.primaryKey(MARKER_ID.bits(48)).index("by_flag", 1, MARKER_FLAG.bits(8));
    /** Rows by which transactions whose callers were not answered show that they have committed. */
    static final TableSchema MARKER = MARKER_BUILDER.build();
    private static final Duration BRIEF = Duration.ofNanos(200_000);
    /** What a run with a budget has for rows and indexes beyond what an empty engine takes. */
    private static final int BUDGET_STEP_BYTES = 32 * 1024;
    /** The end of a transaction that was committed, and whose caller had gone. */
    private static final byte UNANSWERED = 2;

    final long seed;
    /** Whether memory is so little that inserts may be refused. */
    final boolean budget;
    final List<ModelTable> tables = ModelTable.all();
    final Engine engine;
    final Procedure<Object> work;
    final Procedure<Object> planned;
    final Procedure<Object> brief;
    final AtomicLong numbers = new AtomicLong();
    /** Numbers transactions in which no program has a say. */
    final ReleaseNumbers releases;
    final Queue<String> failures = new ConcurrentLinkedQueue<>();
    /** By marker, of calls that were cancelled: what their last attempts had. */
    final Map<Long, Ran> unanswered = new ConcurrentHashMap<>();
    private final int threads;
    private final int calls;
    private final int lockTables;
    private final int lockSlots;
    private final List<RandomClient> clients = new ArrayList<>();
    private final RandomCatalog catalog = new RandomCatalog(this);

    RandomModelRun(long seed, int threads, int calls, int lockTables, int lockSlots, boolean assertions,
            boolean budget) {
        this.seed = seed;
        this.threads = threads;
        this.calls = calls;
        this.lockTables = lockTables;
        this.lockSlots = lockSlots;
        this.budget = budget;
        final EngineBuilder builder = builder(assertions);
        if (budget) {
            builder.memoryBytes(emptyBytes() + BUDGET_STEP_BYTES * (8 + seed % 32));
        }
        releases = ReleaseNumbers.of(builder, numbers);
        engine = builder.open();
        work = engine.register(new Parts.Do(), Object.class);
        planned = engine.register(new Parts.PlanAndDo(), Object.class);
        brief = work.within(BRIEF);
    }

    EngineBuilder builder(boolean assertions) {
        final EngineBuilder builder = Engine.builder().table(MARKER, calls).clients(threads).lockTables(lockTables)
            .lockSlots(lockSlots).assertions(assertions).attemptsMax(Integer.MAX_VALUE)
            .callTimeout(Duration.ofMinutes(10));
        tables.forEach(table -> builder.table(table.schema, ModelTable.KEYS));
        return builder;
    }

    private long emptyBytes() {
        try (Engine empty = builder(false).lockSlots(1).open()) {
            return empty.memoryBytes();
        }
    }

    /** What a run came to. */
    record Result(long committed, long refusedByUnique, long refusedByMemory, long rowsInserted, long rowsRead,
            long wholeRowsRead, int catalogChanges) {
    }

    /** All transactions with a number up to this one have been applied, but for those that were not answered. */
    long applied() {
        final long now = numbers.get();
        return Math.min(now, clients.stream().mapToLong(RandomClient::since).min().orElse(now));
    }

    /** Runs it all. */
    Result run() throws InterruptedException {
        try (engine) {
            final List<Thread> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                clients.add(new RandomClient(this, i, calls / threads, i == 0 && !budget ? catalog : null));
            }
            for (RandomClient client : clients) {
                running.add(Thread.ofPlatform().name("client-" + running.size()).start(client));
            }
            for (Thread thread : running) {
                thread.join();
            }
            if (!failures.isEmpty()) {
                throw new AssertionError(this + ": " + failures.size() + " wrong outcomes, first " + failures.peek());
            }
            catalog.end();
            final Check check = (Check) engine.call(work, (Work) this::check);
            final Result result = replay(check);
            new MemoryCheck(this).check();
            return result;
        }
    }

    @Override
    public String toString() {
        return "seed " + seed + ", " + threads + " threads, " + calls + " calls, " + lockTables + " lock tables with "
            + lockSlots + " slots"
            + (budget ? ", little memory" : "");
    }

    // The comparison

    /** All that is in the tables, and when that was so. */
    private record Check(long number, List<Long> digests, List<Ran> committedUnanswered) {
    }

    private Check check(Transaction transaction) {
        final List<Ran> committed = new ArrayList<>();
        final List<Long> digests = digests(new EngineCells(transaction));
        unanswered.forEach((marker, ran) -> {
            if (transaction.exists(MARKER, marker)) {
                committed.add(ran);
            }
        });
        return new Check(numbers.incrementAndGet(), digests, committed);
    }

    /** Digests of all rows, first by their keys, then through all indexes up and down. */
    private List<Long> digests(Cells cells) {
        final List<Long> digests = new ArrayList<>();
        for (ModelTable table : tables) {
            for (int key = 0; key < ModelTable.KEYS; key++) {
                digests.add(cells.find(table, key, Cells.Reading.FIND));
            }
            for (ModelTable.Index index : table.indexes) {
                addDigests(cells, table, index, List.of(), digests);
            }
        }
        return digests;
    }

    /** Scans an index for all values of its first columns. */
    private static void addDigests(Cells cells, ModelTable table, ModelTable.Index index, List<Integer> bound,
            List<Long> digests) {
        if (bound.size() == index.scanColumns()) {
            for (boolean descending : new boolean[] {false, true}) {
                digests.add(cells.scan(table, index, new Cells.ScanOrder(bound, Cells.Form.NO_RANGE, 0, 0, 0, 0,
                    descending, ModelTable.KEYS, false, Cells.Act.READ)));
            }
            return;
        }
        final int column = index.columns().get(bound.size());
        for (int number = 0; number < table.columns.get(column).size(); number++) {
            final List<Integer> more = new ArrayList<>(bound);
            more.add(number);
            addDigests(cells, table, index, more, digests);
        }
    }

    private Result replay(Check check) {
        final long[] programs = new long[(int) check.number];
        final long[] digests = new long[(int) check.number];
        final byte[] ends = new byte[(int) check.number];
        for (RandomClient client : clients) {
            final long[] ran = client.ran();
            for (int i = 0; i < ran.length; i += 3) {
                final int number = (int) Math.abs(ran[i]);
                programs[number] = ran[i + 1];
                digests[number] = ran[i + 2];
                ends[number] = (byte) Long.signum(ran[i]);
            }
        }
        final Map<Long, Recorded> recorded = new HashMap<>();
        clients.forEach(client -> client.recorded().forEach(each -> recorded.put(each.number(), each)));
        for (Ran ran : check.committedUnanswered) {
            programs[(int) ran.number()] = ran.programSeed();
            digests[(int) ran.number()] = ran.digest();
            ends[(int) ran.number()] = UNANSWERED;
        }
        final ModelCells model = new ModelCells(tables);
        long committed = 0;
        long refused = 0;
        for (int number = 0; number < programs.length; number++) {
            final Recorded other = recorded.get((long) number);
            final String wrong = other == null ? null : other.replay(model);
            if (wrong != null) {
                throw new AssertionError(this + ": number " + number + ": " + wrong);
            }
            if (ends[number] != 0) {
                replay(model, programs[number], digests[number], ends[number], number, committed);
                committed += ends[number] > 0 ? 1 : 0;
                refused += ends[number] < 0 ? 1 : 0;
            }
        }
        if (!digests(model).equals(check.digests)) {
            throw new AssertionError(this + ": tables or indexes differ from the model");
        }
        tables.forEach(table -> checkRows(model, table));
        return new Result(committed, refused, sum(RandomClient::refusals), sum(RandomClient::rowsInserted),
            sum(RandomClient::rowsRead), sum(RandomClient::wholeRowsRead), catalog.changes());
    }

    private long sum(ToLongFunction<RandomClient> of) {
        return clients.stream().mapToLong(of).sum();
    }

    private void replay(ModelCells model, long program, long digest, byte end, int number, long before) {
        final boolean committed = end > 0;
        model.begin();
        if (RandomProgram.run(tables, program, model) != digest) {
            throw new AssertionError(
                this + ": transaction " + number + ", after " + before + " committed ones, program "
                    + program + ", has read something else than the model");
        }
        if (model.unique() != committed) {
            throw new AssertionError(
                this + ": transaction " + number + ", after " + before + " committed ones, program "
                    + program + ", was " + (committed ? "committed" : "refused") + " against its unique indexes");
        }
        if (committed) {
            model.commit(number, end != UNANSWERED);
        } else {
            model.rollBack();
        }
    }

    private void checkRows(ModelCells model, ModelTable table) {
        if (engine.rows(table.schema) != model.rows(table)) {
            throw new AssertionError(this + ": " + table.schema + " counts " + engine.rows(table.schema)
                + " rows, the model has " + model.rows(table));
        }
    }
}
