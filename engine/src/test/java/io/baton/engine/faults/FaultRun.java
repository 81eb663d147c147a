package io.baton.engine.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.Bank;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.SmallStore;
import io.baton.testing.disk.CrashDisk;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One kind of write on a table of one shape, with a fault at every step of its commit, or at some. Entered where the
 * commit has steps.
 */
final class FaultRun implements Supplier<Map<String, Integer>> {

    private static final int LOCK_SLOTS = 4_000;
    /**
     * Here slots are handed to who gives them back if something fails. Nothing does: a method has just returned, or
     * its stack was made sure of.
     */
    private static final Set<String> HANDED_ON = Set.of("Table.take behind Slots.take",
        "Table.reserve behind Table.take", "Commit.prepare behind Table.reserve",
        "Commit.prepare behind Commit.prepare");

    private final FaultTable.Kind kind;
    private final FaultTable table;
    private final boolean durable;
    private final int oneIn;
    private final String what;
    private final Map<String, Integer> counts = new TreeMap<>();

    FaultRun(String shape, String kind, boolean durable, int oneIn) {
        this.kind = FaultTable.Kind.valueOf(kind);
        this.table = new FaultTable(FaultTable.Shape.valueOf(shape));
        this.durable = durable;
        this.oneIn = oneIn;
        this.what = kind + " of a row, table " + shape + (durable ? " with a data directory" : "");
    }

    /** An engine, on a disk of memory if it is durable. */
    private final class Rig implements AutoCloseable {

        private final Engine engine;
        private final Procedure<Object> work;

        Rig(CrashDisk disk) {
            engine = durable ? SmallStore.open(disk.process().getPath("/data"), Durability.GROUP, List.of(table.schema))
                : Engine.builder().table(table.schema, 100).lockSlots(LOCK_SLOTS).open();
            work = engine.register(new Bank.Do(), Object.class);
            if (engine.rows(table.schema) == 0) {
                call(t -> {
                    table.fillAll(t);
                    return 0;
                });
            }
        }

        @Nullable
        Object call(Bank.Work what) {
            return engine.call(work, what);
        }

        String contents() {
            return String.valueOf(call(table::contents));
        }

        /** Writes; the commit is watched from its begin on. */
        Outcome<Object> write(Supplier<FaultSteps> watch, FaultSteps[] watched) {
            try {
                return engine.execute(work, (Bank.Work) t -> {
                    table.write(t, kind);
                    watched[0] = watch.get();
                    return 0;
                });
            } finally {
                FaultSteps.end();
            }
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    @Override
    public Map<String, Integer> get() {
        final FaultSteps[] watched = new FaultSteps[1];
        try (Rig rig = new Rig(new CrashDisk())) {
            assertThat(rig.contents()).as(what).isEqualTo(table.before()).isNotEqualTo(table.after(kind));
            assertThat(rig.write(FaultSteps::count, watched)).as(what).isInstanceOf(Outcome.Committed.class);
            assertThat(rig.contents()).as(what).isEqualTo(table.after(kind));
        }
        final List<String> places = watched[0].places();
        final int prepareSteps = watched[0].prepareSteps();
        assertThat(prepareSteps).as("%s: %s", what, places).isBetween(1, places.size() - 1);
        faultsInPrepare(places.subList(0, prepareSteps));
        for (int step = prepareSteps; step < places.size(); step++) {
            if (step % oneIn == 0) {
                faultInApply(step, places.get(step));
            }
        }
        return counts;
    }

    private void count(String key) {
        counts.merge(key, 1, Integer::sum);
    }

    private static Throwable fault(int step, int oneIn) {
        return step / oneIn % 2 == 0 ? new IllegalStateException("planted") : new Error("planted");
    }

    /** The same engine has all of them: it must go on behind each as if nothing had been. */
    private void faultsInPrepare(List<String> places) {
        final FaultSteps[] watched = new FaultSteps[1];
        final CrashDisk disk = new CrashDisk();
        try (Rig rig = new Rig(disk)) {
            for (int i = 0; i < places.size(); i += oneIn) {
                final int step = i;
                if (HANDED_ON.contains(places.get(step))) {
                    count("nothing to fail");
                    continue;
                }
                final String as = what + ", fault at step " + step + ", " + places.get(step);
                final Throwable fault = fault(step, oneIn);
                assertThat(rig.write(() -> FaultSteps.fail(step, fault), watched)).as(as)
                    .isInstanceOfSatisfying(Outcome.AbortedByProcedure.class,
                        aborted -> assertThat(aborted.cause()).as(as).isSameAs(fault));
                assertThat(rig.contents()).as(as).isEqualTo(table.before());
                assertThat(rig.engine.rows(table.schema)).as(as).isEqualTo(FaultTable.ROWS);
                count("prepare");
            }
            if (!durable) {
                assertThat(rig.write(FaultSteps::count, watched)).as(what).isInstanceOf(Outcome.Committed.class);
                assertThat(rig.contents()).as(what).isEqualTo(table.after(kind));
            }
        }
        if (durable) {
            try (Rig again = new Rig(disk)) {
                assertThat(again.contents()).as("%s, opened again", what).isEqualTo(table.before());
                assertThat(again.write(FaultSteps::count, watched)).as(what).isInstanceOf(Outcome.Committed.class);
                assertThat(again.contents()).as(what).isEqualTo(table.after(kind));
            }
        }
    }

    /** The engine stops; what a durable one has when it is opened again has the transaction whole or not at all. */
    private void faultInApply(int step, String place) {
        final String as = what + ", fault at step " + step + ", " + place;
        final CrashDisk disk = new CrashDisk();
        final Throwable fault = fault(step, oneIn);
        try (Rig rig = new Rig(disk)) {
            assertThat(rig.write(() -> FaultSteps.fail(step, fault), new FaultSteps[1])).as(as)
                .isInstanceOf(Outcome.Unknown.class);
            assertThatExceptionOfType(EngineStoppedException.class).as(as).isThrownBy(rig::contents).withCause(fault);
        }
        count("apply");
        if (durable) {
            try (Rig again = new Rig(disk)) {
                final String contents = again.contents();
                assertThat(contents).as(as).isIn(table.before(), table.after(kind));
                count(contents.equals(table.before()) ? "reopened without it" : "reopened with it");
            }
        }
    }
}
