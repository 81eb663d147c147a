package io.baton.engine;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * Unique numbers are appended to two lists at once; readers read both. In a strict serial order all readings are
 * prefixes of the last one, the two lists are always equal, and whatever was answered before is there.
 */
final class ListAppendProbe implements Probe {

    private static final TableSchema.Builder BUILDER = TableSchema.named("list");
    static final LongColumn LIST = BUILDER.int64("list");
    static final LongColumn POSITION = BUILDER.int64("position");
    static final LongColumn NUMBER = BUILDER.int64("number");
    static final TableSchema ENTRY =
        BUILDER.primaryKey(LIST.bits(8), POSITION.bits(32)).ordered(1).lockColumns(2).build();

    private record Appended(long number, long begin, long end) {
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
    private record Reading(long[] first, long[] second, long begin, long end) {
    }

    private final AtomicLong numbers = new AtomicLong();
    private final Collection<Appended> appends = new ConcurrentLinkedQueue<>();
    private final Collection<Reading> readings = new ConcurrentLinkedQueue<>();
    private final List<Procedure<Object>> procedures = new ArrayList<>();

    @Override
    public EngineBuilder tables(EngineBuilder builder) {
        return builder.table(ENTRY, 4_000);
    }

    @Override
    public void prepare(Engine engine, PlantedMistake mistake) {
        procedures.add(mistake.register(engine, new Append(), Object.class));
        procedures.add(mistake.register(engine, new Read(), Object.class));
    }

    @Override
    public void call(Session session, SplittableRandom random, NanoClock clock) {
        final long begin = clock.nanoTime();
        if (random.nextBoolean()) {
            final long number = numbers.incrementAndGet();
            if (session.execute(procedures.get(0), number) instanceof Outcome.Committed) {
                appends.add(new Appended(number, begin, clock.nanoTime()));
            }
        } else if (session.execute(procedures.get(1)) instanceof Outcome.Committed<Object>(Object result)) {
            final long[][] lists = (long[][]) result;
            readings.add(new Reading(lists[0], lists[1], begin, clock.nanoTime()));
        }
    }

    @Override
    public List<String> contradictions(Engine engine) {
        final List<String> found = new ArrayList<>();
        final long[][] last = (long[][]) engine.call(procedures.get(1));
        readings.add(new Reading(last[0], last[1], Long.MAX_VALUE, Long.MAX_VALUE));
        final Map<Long, Integer> places = new HashMap<>();
        for (int i = 0; i < last[0].length; i++) {
            if (places.put(last[0][i], i) != null) {
                found.add("number " + last[0][i] + " was appended twice");
            }
        }
        for (Reading reading : readings) {
            if (!Arrays.equals(reading.first, reading.second)) {
                found.add("two lists differ: " + Arrays.toString(reading.first) + Arrays.toString(reading.second));
            }
            if (reading.first.length > last[0].length
                || !Arrays.equals(reading.first, Arrays.copyOf(last[0], reading.first.length))) {
                found.add("no prefix of the last reading: " + Arrays.toString(reading.first));
            }
        }
        final Reading[] byTime = readings.stream()
            .sorted(Comparator.comparingLong(Reading::begin)).toArray(Reading[]::new);
        for (Appended append : appends) {
            final Integer place = places.get(append.number);
            if (place == null) {
                found.add("number " + append.number + " is lost");
                continue;
            }
            for (Reading reading : byTime) {
                if (append.end < reading.begin && reading.first.length <= place) {
                    found.add("number " + append.number + " was answered and is missing in a later reading");
                }
                if (reading.end < append.begin && reading.first.length > place) {
                    found.add("number " + append.number + " was read before it was asked for");
                }
            }
        }
        return found;
    }

    /** Appends a number to both lists. */
    public static final class Append {
        public Object run(Transaction transaction, long number) {
            for (int list = 0; list < 2; list++) {
                long length = 0;
                final Scan scan = transaction.scan(ENTRY.indexes().getFirst()).equal(list).descending();
                if (scan.next()) {
                    length = scan.row().get(POSITION) + 1;
                }
                LockSupport.parkNanos(1_000);
                transaction.insert(ENTRY, ENTRY.key(list, length)).set(NUMBER, number);
            }
            return number;
        }
    }

    /** Reads both lists. */
    public static final class Read {
        public Object run(Transaction transaction) {
            final long[][] lists = new long[2][];
            for (int list = 0; list < 2; list++) {
                final List<Long> numbers = new ArrayList<>();
                final Scan scan = transaction.scan(ENTRY.indexes().getFirst()).equal(list);
                while (scan.next()) {
                    numbers.add(scan.row().get(NUMBER));
                }
                lists[list] = numbers.stream().mapToLong(n -> n).toArray();
            }
            return lists;
        }
    }
}
