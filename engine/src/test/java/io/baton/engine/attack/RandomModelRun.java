package io.baton.engine.attack;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockPlan;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.transaction.AbortReason;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One run of random transactions on an engine, and its comparison with the model. Each transaction that commits takes a
 * number while it holds all its locks. In the order of these numbers the model runs the same programs, and must get the
 * same answers; and in the end it has the same rows.
 */
final class RandomModelRun {

    private static final TableSchema.Builder MARKER_BUILDER = TableSchema.named("marker");
    private static final LongColumn MARKER_ID = MARKER_BUILDER.int64("id");
    private static final LongColumn MARKER_FLAG = MARKER_BUILDER.int32("flag");
    /** Rows by which transactions whose callers were not answered show that they have committed. */
    private static final TableSchema MARKER = marker();
    private static final Duration BRIEF = Duration.ofNanos(200_000);

    /** What a program does at its end. */
    private enum Ending {
        COMMIT, ABORT, EXCEPTION, ERROR, BAD_VALUE
    }

    /** What a program does with an exception out of an access. */
    private enum Treatment {
        PASS, WRAP, SWALLOW
    }

    /** Thrown by programs; without a stack trace, for there are many. */
    private static final class Planted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Planted() {
            super("planted", null, false, false);
        }
    }

    /** The same as an Error. */
    private static final class PlantedError extends Error {
        private static final long serialVersionUID = 1L;

        PlantedError() {
            super("planted", null, false, false);
        }
    }

    private static final List<Ending> FAILURES =
        List.of(Ending.ABORT, Ending.EXCEPTION, Ending.ERROR, Ending.BAD_VALUE);

    private final long seed;
    private final int threads;
    private final int calls;
    private final List<ModelTable> tables = ModelTable.all();
    private final Engine engine;
    private final Procedure<Object> work;
    private final Procedure<Object> planned;
    private final Procedure<Object> brief;
    private final AtomicLong numbers = new AtomicLong();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    /** By marker, of calls that were cancelled: what their last attempts had. */
    private final Map<Long, Ran> unanswered = new ConcurrentHashMap<>();
    private final List<Client> clients = new ArrayList<>();

    /** What an attempt of a program came to. */
    private record Ran(long number, long programSeed, long digest) {
    }

    RandomModelRun(long seed, int threads, int calls, int lockSlots, boolean assertions) {
        this.seed = seed;
        this.threads = threads;
        this.calls = calls;
        final EngineBuilder builder = Engine.builder().table(MARKER, calls).clients(threads).lockSlots(lockSlots)
            .assertions(assertions).attemptsMax(Integer.MAX_VALUE).callTimeout(Duration.ofSeconds(60));
        tables.forEach(table -> builder.table(table.schema, ModelTable.KEYS));
        engine = builder.open();
        work = engine.register(new Parts.Do(), Object.class);
        planned = engine.register(new Parts.PlanAndDo(), Object.class);
        brief = work.within(BRIEF);
    }

    private static TableSchema marker() {
        MARKER_BUILDER.primaryKey(MARKER_ID.bits(48)).index("by_flag", 1, MARKER_FLAG.bits(8));
        return MARKER_BUILDER.build();
    }

    /** Runs it all; returns how many transactions were committed. */
    long run() throws InterruptedException {
        try (engine) {
            final List<Thread> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                final Client client = new Client(i, calls / threads);
                clients.add(client);
                running.add(Thread.ofPlatform().name("client-" + i).start(client));
            }
            for (Thread thread : running) {
                thread.join();
            }
            final Check check = (Check) engine.call(work, (Work) this::check);
            checkNoFailures();
            return replay(check);
        }
    }

    private void checkNoFailures() {
        if (!failures.isEmpty()) {
            throw new AssertionError(this + ": " + failures.size() + " wrong outcomes, first " + failures.peek());
        }
    }

    @Override
    public String toString() {
        return "seed " + seed + ", " + threads + " threads";
    }

    // The clients

    /** One thread that calls. */
    private final class Client implements Runnable {
        private final SplittableRandom random;
        private final int ownCalls;
        private final long[] ran;
        private int count;
        private long marker;

        Client(int number, int ownCalls) {
            this.random = new SplittableRandom(seed << 8 | number);
            this.ownCalls = ownCalls;
            this.ran = new long[3 * ownCalls];
            this.marker = (long) number << 32;
        }

        @Override
        public void run() {
            try (Session session = engine.session()) {
                for (int i = 0; i < ownCalls; i++) {
                    call(session);
                }
            } catch (Throwable e) {
                failures.add("a client ended with " + e);
            }
        }

        private void call(Session session) {
            final long program = random.nextLong();
            final int dice = random.nextInt(200);
            final Ending ending = dice < 180 ? Ending.COMMIT : FAILURES.get(dice % FAILURES.size());
            final Treatment treatment = random.nextInt(20) > 0 ? Treatment.PASS
                : random.nextBoolean() ? Treatment.WRAP : Treatment.SWALLOW;
            switch (random.nextInt(100)) {
                case 0 -> cancelled(program, treatment);
                case 1, 2 -> note(program, ending, true, session.execute(brief, body(program, ending, treatment, 0)));
                case 3, 4, 5, 6 -> note(program, ending, false,
                    engine.execute(planned, plan(program), body(program, ending, treatment, 0)));
                case 7, 8, 9 -> note(program, ending, false,
                    engine.execute(work, body(program, ending, treatment, 0)));
                default -> note(program, ending, false,
                    session.execute(work, body(program, ending, treatment, 0)));
            }
        }

        private void cancelled(long program, Treatment treatment) {
            final long own = ++marker;
            final CompletableFuture<Object> call =
                engine.callAsync(work, body(program, Ending.COMMIT, treatment, own));
            for (int spins = random.nextInt(2_000); spins > 0 && !call.isDone(); spins--) {
                Thread.onSpinWait();
            }
            call.cancel(true);
            try {
                note((Ran) call.join());
                unanswered.remove(own);
            } catch (CancellationException e) {
                // Whether it was committed is seen by its marker.
            } catch (CompletionException e) {
                failures.add("program " + program + " ended with " + e);
            }
        }

        private void note(long program, Ending ending, boolean mayTimeOut, Outcome<Object> outcome) {
            if (mayTimeOut && Parts.reason(outcome) == AbortReason.TIMEOUT) {
                return;
            }
            final boolean right = switch (ending) {
                case COMMIT -> outcome instanceof Outcome.Committed(Ran answer) && note(answer);
                case ABORT -> Parts.reason(outcome) == AbortReason.GAVE_UP;
                case BAD_VALUE -> Parts.reason(outcome) == AbortReason.INVALID_VALUE;
                case EXCEPTION -> outcome instanceof Outcome.AbortedByProcedure<?>(var reason, var message, var cause)
                    && reason == AbortReason.FAILED && cause instanceof Planted;
                case ERROR -> outcome instanceof Outcome.AbortedByProcedure<?>(var reason, var message, var cause)
                    && reason == AbortReason.FAILED && cause instanceof PlantedError;
            };
            if (!right) {
                failures.add("program " + program + ", which was to end with " + ending + ", ended with " + outcome);
            }
        }

        private boolean note(Ran answer) {
            ran[count++] = answer.number;
            ran[count++] = answer.programSeed;
            ran[count++] = answer.digest;
            return true;
        }
    }

    private Parts.Plan plan(long program) {
        return plan -> RandomProgram.first(tables, program, (table, key) -> lockFirst(plan, table, key, program));
    }

    private static void lockFirst(LockPlan plan, ModelTable table, int key, long program) {
        if ((program & 1) == 0) {
            plan.write(table.schema, table.packed(key));
        } else {
            plan.read(table.schema, table.packed(key));
        }
        if (table.orders.getFirst() == ModelTable.Order.A_B) {
            plan.change(table.index(0), 3).scan(table.index(0), 4);
        }
    }

    private Work body(long program, Ending ending, Treatment treatment, long marker) {
        return transaction -> {
            final Ran ran;
            try {
                ran = attempt(transaction, program, marker);
            } catch (RuntimeException e) {
                return treat(e, treatment);
            }
            if (marker != 0) {
                unanswered.put(marker, ran);
            }
            return switch (ending) {
                case COMMIT -> ran;
                case ABORT -> throw transaction.abort("planted");
                case EXCEPTION -> throw new Planted();
                case ERROR -> throw new PlantedError();
                case BAD_VALUE -> transaction.insert(MARKER, -1L >>> 16).set(MARKER_FLAG, 256);
            };
        };
    }

    private static @Nullable Object treat(RuntimeException e, Treatment treatment) {
        return switch (treatment) {
            case PASS -> throw e;
            case WRAP -> throw new IllegalStateException("wrapped", e);
            case SWALLOW -> null;
        };
    }

    private Ran attempt(Transaction transaction, long program, long marker) {
        final EngineCells cells = new EngineCells(transaction);
        final long digest = RandomProgram.run(tables, program, cells);
        if (marker != 0) {
            transaction.insert(MARKER, marker);
        }
        cells.lockPrefixes();
        return new Ran(numbers.incrementAndGet(), program, digest);
    }

    // The comparison

    /** All that is in the tables, and when that was so. */
    private record Check(long number, List<Long> digests, List<Ran> committedUnanswered) {
    }

    private Check check(Transaction transaction) {
        final EngineCells cells = new EngineCells(transaction);
        final List<Ran> committed = new ArrayList<>();
        final List<Long> digests = digests(cells);
        unanswered.forEach((marker, ran) -> {
            if (transaction.exists(MARKER, marker)) {
                committed.add(unanswered.get(marker));
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
        }
        for (ModelTable table : tables) {
            for (int index = 0; index < table.orders.size(); index++) {
                for (int first = 0; first < ModelTable.HIGH_KEYS; first++) {
                    final boolean both = table.orders.get(index) == ModelTable.Order.AB;
                    for (int second = 0; second < (both ? ModelTable.B_VALUES : 1); second++) {
                        for (boolean descending : new boolean[] {false, true}) {
                            digests.add(cells.scan(table, index, new Cells.ScanOrder(first, second, -1, 0, descending,
                                ModelTable.KEYS, false, 0)));
                        }
                    }
                }
            }
        }
        return digests;
    }

    private long replay(Check check) {
        final long[] programs = new long[(int) check.number];
        final long[] digests = new long[(int) check.number];
        final boolean[] known = new boolean[(int) check.number];
        long committed = 0;
        for (Client client : clients) {
            for (int i = 0; i < client.count; i += 3) {
                programs[(int) client.ran[i]] = client.ran[i + 1];
                digests[(int) client.ran[i]] = client.ran[i + 2];
                known[(int) client.ran[i]] = true;
                committed++;
            }
        }
        for (Ran ran : check.committedUnanswered) {
            programs[(int) ran.number] = ran.programSeed;
            digests[(int) ran.number] = ran.digest;
            known[(int) ran.number] = true;
            committed++;
        }
        final ModelCells model = new ModelCells(tables);
        for (int number = 0; number < programs.length; number++) {
            if (known[number] && RandomProgram.run(tables, programs[number], model) != digests[number]) {
                throw new AssertionError(this + ": transaction " + number + " of " + programs.length + ", program "
                    + programs[number] + ", has read something else than the model");
            }
        }
        if (!digests(model).equals(check.digests)) {
            throw new AssertionError(this + ": tables or indexes differ from the model");
        }
        tables.forEach(table -> checkRows(model, table));
        return committed;
    }

    private void checkRows(ModelCells model, ModelTable table) {
        if (engine.rows(table.schema) != model.rows(table)) {
            throw new AssertionError(this + ": " + table.schema + " counts " + engine.rows(table.schema)
                + " rows, the model has " + model.rows(table));
        }
    }
}
