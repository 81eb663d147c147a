package io.baton.engine.model;

import io.baton.engine.BulkInsertException;
import io.baton.engine.LockPlan;
import io.baton.engine.Outcome;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.Session;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One thread that calls, in a {@link RandomModelRun}. */
final class RandomClient implements Runnable {

    /** What a program does at its end or, if it is to fail, perhaps before. */
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

        Planted(@Nullable Throwable cause) {
            super("planted", cause, false, false);
        }
    }

    /** The same as an Error. */
    private static final class PlantedError extends Error {
        private static final long serialVersionUID = 1L;

        PlantedError() {
            super("planted", null, false, false);
        }
    }

    private static final int MORE_PLANNED_MAX = 5;
    /** How many indexes a client that changes the catalog adds and drops. */
    private static final int CATALOG_CHANGES = 8;

    /** What an attempt of a program came to. */
    record Ran(long number, long programSeed, long digest) {
    }

    private static final List<Ending> FAILURES =
        List.of(Ending.ABORT, Ending.EXCEPTION, Ending.BAD_VALUE);

    /** Readers and bulk inserts are this rare among those that may be some, as each does as much as many programs. */
    private static final int BESIDE_IN = 8;

    private final RandomModelRun run;
    private final SplittableRandom random;
    private final int ownCalls;
    /** Three numbers a call: its own, negative if a unique index refused it; its program; and its digest. */
    private long[] ran;
    private int count;
    private long marker;
    /** What the last attempt that came to its end had. */
    private @Nullable Ran last;
    private int refusals;
    private volatile long since = Long.MAX_VALUE;
    private final List<Recorded> recorded = new ArrayList<>();
    private long rowsInserted;
    private long rowsRead;
    private long wholeRowsRead;

    /** Changes the catalog now and then; null if another client does, or none. */
    private final @Nullable RandomCatalog catalog;

    RandomClient(RandomModelRun run, int number, int ownCalls, @Nullable RandomCatalog catalog) {
        this.catalog = catalog;
        this.run = run;
        this.random = new SplittableRandom(run.seed << 8 | number);
        this.ownCalls = ownCalls;
        this.ran = new long[3 * ownCalls];
        this.marker = (long) number << 32;
    }

    /** All that was committed, or refused by a unique index: see {@link RandomModelRun}. */
    long[] ran() {
        return Arrays.copyOf(ran, count);
    }

    /** How many calls ended for want of memory. */
    int refusals() {
        return refusals;
    }

    @Override
    public void run() {
        try (Session session = run.engine.session()) {
            for (int i = 0; i < ownCalls && run.failures.isEmpty(); i++) {
                since = run.numbers.get();
                call(session);
                since = Long.MAX_VALUE;
                if (catalog != null && i % (ownCalls / CATALOG_CHANGES) == 0) {
                    catalog.change();
                }
            }
        } catch (Throwable e) {
            run.failures.add("a client ended with " + e);
        }
    }

    /** All that had a number up to this one when its call began has ended; without end between calls. */
    long since() {
        return since;
    }

    /** What was done beside programs. */
    List<Recorded> recorded() {
        return recorded;
    }

    /** How many rows bulk inserts have committed. */
    long rowsInserted() {
        return rowsInserted;
    }

    /** How many rows were read by readers of whole tables. */
    long rowsRead() {
        return rowsRead;
    }

    /** How many rows were read by readers of whole tables at one moment. */
    long wholeRowsRead() {
        return wholeRowsRead;
    }

    private void call(Session session) {
        final long program = random.nextLong();
        final int dice = random.nextInt(200);
        // An Error costs the engine a coordinator, so there are fewer.
        final Ending ending = dice < 180 ? Ending.COMMIT : dice == 199 ? Ending.ERROR
            : FAILURES.get(dice % FAILURES.size());
        final Treatment treatment = random.nextInt(20) > 0 ? Treatment.PASS
            : random.nextBoolean() ? Treatment.WRAP : Treatment.SWALLOW;
        final int operations = ending == Ending.BAD_VALUE || treatment != Treatment.PASS ? -1
            : random.nextInt(2 * RandomProgram.OPERATIONS_MAX);
        last = null;
        switch (random.nextInt(100)) {
            case 0 -> cancelled(program, treatment);
            case 1, 2 -> note(program, ending, true,
                session.execute(run.brief, body(program, ending, treatment, operations)));
            case 3, 4, 5, 6 -> note(program, ending, false,
                run.engine.execute(run.planned, plan(program), body(program, ending, treatment, operations)));
            case 7, 8, 9 -> note(program, ending, false,
                run.engine.execute(run.work, body(program, ending, treatment, operations)));
            case 10 -> beside(random.nextInt(BESIDE_IN));
            case 11 -> note(program, ending, false, session.execute(run.work,
                (Work) transaction -> run.work.runWithin(transaction, body(program, ending, treatment, operations))));
            default -> note(program, ending, false,
                session.execute(run.work, body(program, ending, treatment, operations)));
        }
    }

    private void beside(int what) {
        switch (what) {
            case 0 -> rowsRead += reader().read();
            case 1, 5 -> insertAll();
            case 2 -> wholeRowsRead += reader().readWhole();
            case 3 -> run.engine.replace(run.work, new Parts.Do());
            case 4 -> run.engine.replace(run.planned, new Parts.PlanAndDo());
            default -> {
                // Nothing.
            }
        }
    }

    private RandomRead reader() {
        return new RandomRead(run, run.tables.get(random.nextInt(run.tables.size())), recorded::add);
    }

    private void insertAll() {
        try {
            rowsInserted += new RandomBulk(run, random, recorded::add).insert();
        } catch (BulkInsertException e) {
            if (run.budget && e.reason() == AbortReason.OUT_OF_MEMORY) {
                refusals++;
            } else {
                run.failures.add("a bulk insert ended with " + e);
            }
        }
    }

    private void cancelled(long program, Treatment treatment) {
        final long own = ++marker;
        final CompletableFuture<Object> call =
            run.engine.callAsync(run.work, (Work) transaction -> {
                final Ran attempt;
                try {
                    attempt = attempt(transaction, program, own, new EngineCells(transaction));
                } catch (RuntimeException e) {
                    return treat(e, treatment);
                }
                run.unanswered.put(own, attempt);
                return attempt;
            });
        for (int spins = random.nextInt(2_000); spins > 0 && !call.isDone(); spins--) {
            Thread.onSpinWait();
        }
        call.cancel(true);
        try {
            note((Ran) call.join(), 1);
            run.unanswered.remove(own);
        } catch (CancellationException e) {
            // Whether it was committed is seen by its marker.
        } catch (CompletionException e) {
            cancelledCallFailed(program, own, e);
        }
    }

    private void cancelledCallFailed(long program, long own, CompletionException e) {
        final Ran attempt = run.unanswered.remove(own);
        if (attempt != null && e.getCause() instanceof ProcedureAbortedException aborted
            && aborted.reason() == AbortReason.DUPLICATE_KEY) {
            note(attempt, -1);
        } else if (run.budget && e.getCause() instanceof SystemAbortedException aborted
            && aborted.reason() == AbortReason.OUT_OF_MEMORY) {
            refusals++;
        } else {
            run.failures.add("program " + program + " ended with " + e);
        }
    }

    private void note(long program, Ending ending, boolean mayTimeOut, Outcome<Object> outcome) {
        final Object reason = Parts.reason(outcome);
        final boolean commits = ending == Ending.COMMIT || ending == Ending.BAD_VALUE;
        if (mayTimeOut && (reason == AbortReason.TIMEOUT || reason == AbortReason.TOO_BUSY)) {
            // Too busy is what it waits for while an index is added or dropped.
            return;
        }
        if (run.budget && commits && reason == AbortReason.OUT_OF_MEMORY) {
            refusals++;
            return;
        }
        final Ran attempt = last;
        if (commits && reason == AbortReason.DUPLICATE_KEY && attempt != null) {
            note(attempt, -1);
            return;
        }
        final boolean right = switch (ending) {
            case COMMIT -> outcome instanceof Outcome.Committed(Ran answer) && note(answer, 1);
            case ABORT -> reason == AbortReason.GAVE_UP;
            case BAD_VALUE -> reason == AbortReason.INVALID_VALUE;
            case EXCEPTION -> outcome instanceof Outcome.AbortedByProcedure<?>(var why, var message, var cause)
                && why == AbortReason.FAILED && cause instanceof Planted;
            case ERROR -> outcome instanceof Outcome.AbortedByProcedure<?>(var why, var message, var cause)
                && why == AbortReason.FAILED && cause instanceof PlantedError;
        };
        if (!right) {
            run.failures.add("program " + program + ", which was to end with " + ending + ", ended with " + outcome);
        }
    }

    private boolean note(Ran attempt, int sign) {
        ran[count++] = sign * attempt.number;
        ran[count++] = attempt.programSeed;
        ran[count++] = attempt.digest;
        return true;
    }

    private Parts.Plan plan(long program) {
        return plan -> {
            RandomProgram.first(run.tables, program, (table, key) -> lockFirst(plan, table, key, program));
            // More rows, which the program perhaps does not touch.
            final SplittableRandom more = new SplittableRandom(~program);
            for (int rows = more.nextInt(MORE_PLANNED_MAX); rows > 0; rows--) {
                final ModelTable table = run.tables.get(more.nextInt(run.tables.size()));
                lock(plan, table, more.nextInt(ModelTable.KEYS), more.nextBoolean());
            }
        };
    }

    private static void lock(LockPlan plan, ModelTable table, int key, boolean write) {
        if (write) {
            plan.write(table.schema, table.lockKey(key));
        } else {
            plan.read(table.schema, table.lockKey(key));
        }
    }

    private static void lockFirst(LockPlan plan, ModelTable table, int key, long program) {
        lock(plan, table, key, (program & 1) == 0);
        final ModelTable.Index index = table.indexes.getLast();
        final @Nullable Object[] values = new @Nullable Object[index.scanColumns()];
        for (int i = 0; i < values.length; i++) {
            values[i] = table.columns.get(index.columns().get(i)).value(key % 2);
        }
        if ((program & 2) == 0) {
            plan.change(index.schema(), index.schema().prefix(values));
        } else {
            plan.scan(index.schema(), index.schema().prefix(values));
        }
    }

    private Work body(long program, Ending ending, Treatment treatment, int operations) {
        return transaction -> {
            final EngineCells cells = ending == Ending.COMMIT ? new EngineCells(transaction)
                : new EngineCells(transaction, operations, () -> fail(transaction, ending));
            final Ran attempt;
            try {
                attempt = attempt(transaction, program, 0, cells);
            } catch (RuntimeException e) {
                return treat(e, treatment);
            }
            last = attempt;
            if (ending != Ending.COMMIT) {
                fail(transaction, ending);
            }
            return attempt;
        };
    }

    private static void fail(Transaction transaction, Ending ending) {
        switch (ending) {
            case COMMIT -> throw new IllegalArgumentException("a program that commits does not fail");
            case ABORT -> throw transaction.abort("planted");
            case EXCEPTION -> throw new Planted(null);
            case ERROR -> throw new PlantedError();
            case BAD_VALUE ->
                transaction.insert(RandomModelRun.MARKER, -1L >>> 16).set(RandomModelRun.MARKER_FLAG, 256);
        }
    }

    private static @Nullable Object treat(RuntimeException e, Treatment treatment) {
        return switch (treatment) {
            case PASS -> throw e;
            case WRAP -> throw new Planted(e);
            case SWALLOW -> null;
        };
    }

    private Ran attempt(Transaction transaction, long program, long own, EngineCells cells) {
        final long digest = RandomProgram.run(run.tables, program, cells);
        if (own != 0) {
            transaction.insert(RandomModelRun.MARKER, own);
        }
        cells.lockPrefixes();
        return new Ran(run.numbers.incrementAndGet(), program, digest);
    }
}
