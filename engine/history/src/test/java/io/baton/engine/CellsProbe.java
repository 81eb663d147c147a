package io.baton.engine;

import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/** Probes that need nothing but numbered cells: write skew, long fork, bank total, pointer ring. */
abstract class CellsProbe implements Probe {

    private static final TableSchema.Builder BUILDER = TableSchema.named("cell");
    static final LongColumn ID = BUILDER.int64("id");
    static final LongColumn VALUE = BUILDER.int64("value");
    static final TableSchema CELL = BUILDER.primaryKey(ID.bits(16)).build();

    private static final int CELLS = 8;

    final Collection<String> contradictions = new ConcurrentLinkedQueue<>();

    abstract long initial(int cell);

    @Override
    public EngineBuilder tables(EngineBuilder builder) {
        return builder.table(CELL, CELLS);
    }

    @Override
    public void prepare(Engine engine, PlantedMistake mistake) {
        try (Loader loader = engine.loader()) {
            for (int cell = 0; cell < CELLS; cell++) {
                final Row row = loader.row(CELL, cell);
                row.set(VALUE, initial(cell));
                loader.insert(row);
            }
        }
        register(engine, mistake);
    }

    abstract void register(Engine engine, PlantedMistake mistake);

    @Override
    public List<String> contradictions(Engine engine) {
        return List.copyOf(contradictions);
    }

    private static void pause() {
        LockSupport.parkNanos(1_000);
    }

    /** Of each pair of doctors one may go if the other is there; nobody may ever see a pair without any. */
    static final class WriteSkew extends CellsProbe {
        private final List<Procedure<Long>> procedures = new ArrayList<>();

        @Override
        long initial(int cell) {
            return 1;
        }

        @Override
        void register(Engine engine, PlantedMistake mistake) {
            procedures.add(mistake.register(engine, new Leave(), Long.class));
            procedures.add(mistake.register(engine, new Return(), Long.class));
        }

        @Override
        public void call(Session session, SplittableRandom random, NanoClock clock) {
            final long pair = random.nextInt(2);
            final long side = random.nextInt(2);
            if (session.execute(procedures.get(random.nextInt(2)), pair,
                side) instanceof Outcome.Committed<Long>(Long there) && there < 1) {
                contradictions.add("nobody was left of pair " + pair);
            }
        }

        /** Returns how many were there, and leaves if it can. */
        public static final class Leave {
            public long run(Transaction transaction, long pair, long side) {
                final long there = transaction.read(CELL, 2 * pair).get(VALUE)
                    + transaction.read(CELL, 2 * pair + 1).get(VALUE);
                pause();
                if (there == 2) {
                    transaction.update(CELL, 2 * pair + side).set(VALUE, 0);
                }
                return there;
            }
        }

        /** Returns how many were there, and comes back. */
        public static final class Return {
            public long run(Transaction transaction, long pair, long side) {
                final long there = transaction.read(CELL, 2 * pair).get(VALUE)
                    + transaction.read(CELL, 2 * pair + 1).get(VALUE);
                transaction.update(CELL, 2 * pair + side).set(VALUE, 1);
                return there;
            }
        }
    }

    /** Two counters are counted up one by one; all readings of both must be in one line, and in that of the clock. */
    static final class LongFork extends CellsProbe {

        private record Reading(long x, long y, long begin, long end) {
        }

        private final Collection<Reading> readings = new ConcurrentLinkedQueue<>();
        private final List<Procedure<Long>> procedures = new ArrayList<>();

        @Override
        long initial(int cell) {
            return 0;
        }

        @Override
        void register(Engine engine, PlantedMistake mistake) {
            procedures.add(mistake.register(engine, new Count(), Long.class));
            procedures.add(mistake.register(engine, new Both(), Long.class));
        }

        @Override
        public void call(Session session, SplittableRandom random, NanoClock clock) {
            final long first = random.nextInt(2);
            final long begin = clock.nanoTime();
            if (random.nextInt(3) == 0) {
                session.execute(procedures.get(0), first);
            } else if (session.execute(procedures.get(1), first) instanceof Outcome.Committed<Long>(Long both)) {
                readings.add(new Reading(both >>> 32, both & 0xFFFF_FFFFL, begin, clock.nanoTime()));
            }
        }

        @Override
        public List<String> contradictions(Engine engine) {
            final Reading[] line = readings.stream()
                .sorted(Comparator.comparingLong(Reading::x).thenComparingLong(Reading::y)).toArray(Reading[]::new);
            long answered = Long.MAX_VALUE;
            for (int i = line.length - 1; i > 0; i--) {
                if (line[i].y < line[i - 1].y) {
                    contradictions.add("a fork: " + line[i - 1] + " and " + line[i]);
                }
                final boolean differs = line[i].x != line[i - 1].x || line[i].y != line[i - 1].y;
                answered = Math.min(answered, line[i].end);
                if (differs && answered < line[i - 1].begin) {
                    contradictions.add("more was answered before " + line[i - 1] + " began");
                }
            }
            return super.contradictions(engine);
        }

        /** Counts one of the two. */
        public static final class Count {
            public long run(Transaction transaction, long which) {
                final Row row = transaction.update(CELL, which);
                row.set(VALUE, row.get(VALUE) + 1);
                return row.get(VALUE);
            }
        }

        /** Reads both, beginning with one of them. */
        public static final class Both {
            public long run(Transaction transaction, long first) {
                final long a = transaction.read(CELL, first).get(VALUE);
                pause();
                final long b = transaction.read(CELL, 1 - first).get(VALUE);
                return first == 0 ? a << 32 | b : b << 32 | a;
            }
        }
    }

    /** Money moves, sometimes half-way and back; everybody who counts it finds the same. */
    static final class BankTotal extends CellsProbe {
        private final List<Procedure<Long>> procedures = new ArrayList<>();

        @Override
        long initial(int cell) {
            return 100;
        }

        @Override
        void register(Engine engine, PlantedMistake mistake) {
            procedures.add(mistake.register(engine, new Transfer(), Long.class));
            procedures.add(mistake.register(engine, new Total(), Long.class));
        }

        @Override
        public void call(Session session, SplittableRandom random, NanoClock clock) {
            final long from = random.nextInt(CELLS);
            final long to = (from + 1 + random.nextInt(CELLS - 1)) % CELLS;
            if (random.nextInt(3) > 0) {
                session.execute(procedures.get(0), from, to, random.nextInt(4) == 0);
            } else if (session.execute(procedures.get(1)) instanceof Outcome.Committed<Long>(Long total)
                && total != 100 * CELLS) {
                contradictions.add("the total was " + total);
            }
        }

        @Override
        public List<String> contradictions(Engine engine) {
            final long total = engine.call(procedures.get(1));
            if (total != 100 * CELLS) {
                contradictions.add("the total is " + total + " in the end");
            }
            return super.contradictions(engine);
        }

        /** Moves money, or thinks better of it half-way. */
        public static final class Transfer {
            public long run(Transaction transaction, long from, long to, boolean regrets) {
                final Row source = transaction.update(CELL, from);
                source.set(VALUE, source.get(VALUE) - 1);
                pause();
                if (regrets) {
                    throw transaction.abort("regret");
                }
                final Row target = transaction.update(CELL, to);
                target.set(VALUE, target.get(VALUE) + 1);
                return 0;
            }
        }

        /** Counts all money. */
        public static final class Total {
            public long run(Transaction transaction) {
                long total = 0;
                for (int cell = 0; cell < CELLS; cell++) {
                    total += transaction.read(CELL, cell).get(VALUE);
                    pause();
                }
                return total;
            }
        }
    }

    /** Cells point to each other in one ring; turning three neighbours round leaves one ring (FoundationDB's Cycle). */
    static final class PointerRing extends CellsProbe {
        private final List<Procedure<Long>> procedures = new ArrayList<>();

        @Override
        long initial(int cell) {
            return (cell + 1L) % CELLS;
        }

        @Override
        void register(Engine engine, PlantedMistake mistake) {
            procedures.add(mistake.register(engine, new Turn(), Long.class));
            procedures.add(mistake.register(engine, new Walk(), Long.class));
        }

        @Override
        public void call(Session session, SplittableRandom random, NanoClock clock) {
            if (random.nextInt(3) > 0) {
                session.execute(procedures.get(0), (long) random.nextInt(CELLS));
            } else {
                look(session.execute(procedures.get(1)));
            }
        }

        @Override
        public List<String> contradictions(Engine engine) {
            look(engine.execute(procedures.get(1)));
            return super.contradictions(engine);
        }

        private void look(Outcome<Long> outcome) {
            if (outcome instanceof Outcome.Committed<Long>(Long length) && length != CELLS) {
                contradictions.add("the ring came back after " + length + " steps");
            }
        }

        /** Makes a, b, c, d into a, c, b, d. */
        public static final class Turn {
            public long run(Transaction transaction, long a) {
                final Row first = transaction.update(CELL, a);
                final long b = first.get(VALUE);
                final Row second = transaction.update(CELL, b);
                final long c = second.get(VALUE);
                pause();
                final Row third = transaction.update(CELL, c);
                final long d = third.get(VALUE);
                first.set(VALUE, c);
                third.set(VALUE, b);
                second.set(VALUE, d);
                return d;
            }
        }

        /** Returns how many steps it takes from cell 0 to cell 0, or one more than there are cells. */
        public static final class Walk {
            public long run(Transaction transaction) {
                long at = 0;
                for (int steps = 1; steps <= CELLS; steps++) {
                    at = transaction.read(CELL, at).get(VALUE);
                    if (at == 0) {
                        return steps;
                    }
                    pause();
                }
                return CELLS + 1;
            }
        }
    }
}
