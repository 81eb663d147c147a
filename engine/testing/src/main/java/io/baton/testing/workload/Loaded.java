package io.baton.testing.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.workload.ConditionResult;
import io.baton.workload.EngineWorkload;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * A loaded engine in assertion mode, and a procedure that does whatever a test wants.
 *
 * @param <W> the workload
 */
public final class Loaded<W extends EngineWorkload> implements AutoCloseable {

    private final Engine engine;
    private final W workload;
    private final Procedure<Object> work;

    /** What a test wants done in a transaction. */
    @FunctionalInterface
    public interface Work {

        /**
         * Does it.
         *
         * @param tx the transaction
         * @return whatever the test wants to know
         */
        Object run(Transaction tx);
    }

    /** The procedure that does it. */
    public static final class Do {

        /** Makes the procedure. */
        public Do() {
        }

        /**
         * Does what it is given.
         *
         * @param tx the transaction
         * @param work what to do
         * @return its result
         */
        public Object run(Transaction tx, Work work) {
            return work.run(tx);
        }
    }

    /**
     * Opens an engine and loads it.
     *
     * @param builder an engine with the workload's tables
     * @param opening makes the workload
     */
    public Loaded(EngineBuilder builder, Function<Engine, W> opening) {
        engine = builder.assertions(true).open();
        boolean complete = false;
        try {
            workload = opening.apply(engine);
            work = engine.register(new Do(), Object.class);
            workload.load(rows -> {});
            complete = true;
        } finally {
            if (!complete) {
                engine.close();
            }
        }
    }

    /**
     * Returns the engine.
     *
     * @return the engine, open until this is closed
     */
    public Engine engine() {
        return engine;
    }

    /**
     * Returns the workload.
     *
     * @return the workload on the engine
     */
    public W workload() {
        return workload;
    }

    /**
     * Does something in a transaction.
     *
     * @param todo what to do
     * @return its result
     */
    public Object call(Work todo) {
        return engine.call(work, todo);
    }

    /**
     * Does something in a transaction that returns a number.
     *
     * @param todo what to do; returns a Long
     * @return the number
     */
    public long count(Work todo) {
        return (Long) call(todo);
    }

    /**
     * Reads a value.
     *
     * @param table the table
     * @param key of a row that exists
     * @param column the column
     * @return the value
     */
    public long get(TableSchema table, long key, LongColumn column) {
        return count(tx -> tx.read(table, key).get(column));
    }

    /**
     * Changes a value.
     *
     * @param table the table
     * @param key of a row that exists
     * @param column the column
     * @param value the new value
     */
    public void set(TableSchema table, long key, LongColumn column, long value) {
        call(tx -> tx.update(table, key).set(column, value).get(column));
    }

    /**
     * Adds to a value.
     *
     * @param table the table
     * @param key of a row that exists
     * @param column the column
     * @param delta what to add
     */
    public void add(TableSchema table, long key, LongColumn column, long delta) {
        call(tx -> {
            final Row row = tx.update(table, key);
            return row.set(column, row.get(column) + delta).get(column);
        });
    }

    /**
     * Asserts that all conditions hold.
     *
     * @param loadedOnly whether nothing has happened since the tables were loaded
     * @param situation what to say if one does not
     */
    public void assertSound(boolean loadedOnly, String situation) {
        assertThat(workload.check(loadedOnly)).as(situation).isNotEmpty()
            .allSatisfy((name, result) -> assertThat(result).isEqualTo(new ConditionResult(true, "")));
    }

    /**
     * Asserts that some conditions do not hold, and all others do.
     *
     * @param loadedOnly whether nothing has happened since the tables were loaded
     * @param violations the conditions, each with a part of what the check must say
     */
    public void assertBroken(boolean loadedOnly, Map<String, String> violations) {
        final SequencedMap<String, String> broken = new LinkedHashMap<>();
        workload.check(loadedOnly).forEach((name, result) -> {
            if (!result.holds()) {
                broken.put(name, result.detail());
            }
        });
        assertThat(broken).containsOnlyKeys(violations.keySet());
        violations.forEach((name, detail) -> assertThat(broken.get(name)).as(name).contains(detail));
    }

    @Override
    public void close() {
        engine.close();
    }
}
