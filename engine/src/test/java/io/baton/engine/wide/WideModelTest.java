package io.baton.engine.wide;

import static io.baton.engine.wide.WideTables.KEYS;
import static io.baton.engine.wide.WideTables.probe;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.wide.WideTables.Work;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random transactions on wide keys with many twins: one client against a map, and several whose sum stays. */
@Timeout(60)
class WideModelTest {

    private static final int TRANSACTIONS = 3_000;
    private static final int CLIENTS = 4;
    private static final int TRANSFERS = 2_000;
    private static final int BALANCE = 100;

    /** What the tables have: by table and number of the key, the value. */
    private List<Map<Integer, Integer>> model = empty();

    private static List<Map<Integer, Integer>> empty() {
        return List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
    }

    private static List<Map<Integer, Integer>> copy(List<Map<Integer, Integer>> of) {
        return of.stream().<Map<Integer, Integer>>map(HashMap::new).toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void transactionsSeeWhatAMapHas(long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        try (Engine engine = WideTables.builder().assertions(true).open()) {
            final Procedure<Object> work = engine.register(new WideTables.Do(), Object.class);
            for (int i = 0; i < TRANSACTIONS; i++) {
                final List<Map<Integer, Integer>> next = copy(model);
                final SplittableRandom own = random.split();
                final Outcome<Object> outcome = engine.execute(work, (Work) t -> program(t, own, next));
                if (outcome instanceof Outcome.Committed<Object>) {
                    model = next;
                } else {
                    assertThat(outcome.toString()).contains("enough");
                }
            }
            for (int table = 0; table < model.size(); table++) {
                assertThat(engine.rows(WideTables.ALL.get(table))).isEqualTo(model.get(table).size());
            }
        }
    }

    private static Object program(Transaction t, SplittableRandom random, List<Map<Integer, Integer>> rows) {
        final int operations = 1 + random.nextInt(10);
        for (int i = 0; i < operations; i++) {
            final int table = random.nextInt(rows.size());
            operation(t, random, table, rows.get(table));
        }
        if (random.nextInt(5) == 0) {
            throw t.abort("enough");
        }
        return operations;
    }

    private static void operation(Transaction t, SplittableRandom random, int table, Map<Integer, Integer> rows) {
        final TableSchema schema = WideTables.ALL.get(table);
        final LongColumn column = WideTables.VALUES.get(table);
        final int number = random.nextInt(KEYS);
        final int value = random.nextInt(20);
        final Row probe = probe(t, schema, number);
        final Integer now = rows.get(number);
        switch (random.nextInt(7)) {
            case 0 -> {
                try {
                    t.insert(schema, probe).set(column, value);
                    assertThat(now).isNull();
                    rows.put(number, value);
                } catch (DuplicateKeyException e) {
                    assertThat(now).isNotNull();
                }
            }
            case 1 -> {
                final Row row = t.findForUpdate(schema, probe);
                assertThat(value(row, column)).isEqualTo(now);
                if (row != null) {
                    row.set(column, value);
                    rows.put(number, value);
                }
            }
            case 2 -> {
                try {
                    t.delete(schema, probe);
                    assertThat(now).isNotNull();
                    rows.remove(number);
                } catch (MissingRowException e) {
                    assertThat(now).isNull();
                }
            }
            case 3 -> assertThat(t.exists(schema, probe)).isEqualTo(now != null);
            case 4 -> {
                final Row[] probes = IntStream.range(0, 6).mapToObj(i -> probe(t, schema, (number + i) % KEYS))
                    .toArray(Row[]::new);
                final @Nullable Row[] found = t.readAll(schema, probes);
                for (int i = 0; i < found.length; i++) {
                    assertThat(value(found[i], column)).isEqualTo(rows.get((number + i) % KEYS));
                }
            }
            case 5 -> scan(t, table, number, rows);
            default -> assertThat(value(t.find(schema, probe), column)).isEqualTo(now);
        }
    }

    private static @Nullable Integer value(@Nullable Row row, LongColumn column) {
        return row == null ? null : Integer.valueOf((int) row.get(column));
    }

    /** All pairs by value, or the tenant or source of a number. */
    private static void scan(Transaction t, int table, int number, Map<Integer, Integer> rows) {
        final TableSchema schema = WideTables.ALL.get(table);
        final Scan scan = switch (table) {
            case 0 -> t.scan(WideTables.BY_VALUE);
            case 1 -> t.scan(Objects.requireNonNull(schema.primaryIndex())).equal("t" + number % 4);
            default -> t.scan(Objects.requireNonNull(schema.primaryIndex())).equal("samehead" + number % 4);
        };
        final List<Integer> seen = new ArrayList<>();
        final List<Long> places = new ArrayList<>();
        while (scan.next()) {
            seen.add((int) scan.row().get(WideTables.VALUES.get(table)));
            places.add(table == 0 ? scan.row().get(WideTables.PAIR_VALUE)
                : table == 1 ? scan.row().get(WideTables.ID) : scan.row().get(WideTables.AT));
        }
        assertThat(places).isSorted();
        assertThat(seen).containsExactlyInAnyOrderElementsOf(rows.entrySet().stream()
            .filter(row -> table == 0 || row.getKey() % 4 == number % 4).map(Map.Entry::getValue).toList());
    }

    @Test
    void clientsThatWorkOnTwinsLoseNothing() {
        try (Engine engine = WideTables.builder().assertions(true).clients(CLIENTS).open()) {
            final Procedure<Object> work = engine.register(new WideTables.Do(), Object.class);
            engine.call(work, (Work) t -> {
                for (int i = 0; i < KEYS; i += 2) {
                    t.insert(WideTables.PAIRS, probe(t, WideTables.PAIRS, i)).set(WideTables.PAIR_VALUE, BALANCE);
                }
                return 0;
            });
            CompletableFuture.allOf(IntStream.range(0, CLIENTS)
                .mapToObj(client -> CompletableFuture.runAsync(() -> transfers(engine, work, client)))
                .toArray(CompletableFuture[]::new)).join();
            final List<Integer> values = new ArrayList<>();
            engine.call(work, (Work) t -> {
                values.clear();
                final Scan scan = t.scan(WideTables.BY_VALUE);
                while (scan.next()) {
                    values.add((int) scan.row().get(WideTables.PAIR_VALUE));
                }
                return 0;
            });
            assertThat(values.stream().mapToInt(i -> i).sum()).isEqualTo(KEYS / 2 * BALANCE);
            assertThat(engine.rows(WideTables.PAIRS)).isEqualTo(values.size());
        }
    }

    private static void transfers(Engine engine, Procedure<Object> work, int client) {
        final SplittableRandom random = new SplittableRandom(client);
        for (int i = 0; i < TRANSFERS; i++) {
            final int from = random.nextInt(KEYS);
            final int to = (from + 1 + random.nextInt(KEYS - 1)) % KEYS;
            engine.call(work, (Work) t -> WideTables.move(t, from, to));
        }
    }
}
