package io.baton.engine;

import io.baton.storage.Table;
import io.baton.storage.TableCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Looks through all tables of an engine for what no procedure can have done: rows that their key or an index does not
 * lead to, values that their column cannot have, unique indexes with the same values twice. What rows mean is not its
 * matter: a bundle of procedures has a check of its own.
 */
public final class StructureCheck {

    private StructureCheck() {
    }

    /**
     * Checks all tables. No call of the engine is under way, and none is made meanwhile: what changes would be found to
     * be wrong.
     *
     * @param engine the engine
     * @param rowsChecked told on the calling thread, now and then, how many more rows were checked; what it throws ends
     *     the check
     * @return what is wrong, a clause for each; at most a dozen for each table
     * @throws IllegalStateException if the engine is closed
     */
    public static List<String> run(Engine engine, LongConsumer rowsChecked) {
        final List<String> findings = new ArrayList<>();
        for (final Table table : engine.storage.tables()) {
            TableCheck.run(table, rowsChecked, findings::add);
        }
        return findings;
    }
}
