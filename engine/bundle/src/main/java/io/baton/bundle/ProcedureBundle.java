package io.baton.bundle;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import java.util.List;

/**
 * Tables and procedures that belong together. Providers are public and have a public constructor without parameters.
 * Each method is called once for an engine, in the order in which they stand here, on one thread.
 *
 * <pre>
 * public final class Accounts implements ProcedureBundle {
 *     public String name() {
 *         return "accounts";
 *     }
 *
 *     public void addTables(EngineBuilder builder) {
 *         builder.table(ACCOUNT, 1_000_000);
 *     }
 *
 *     public void register(Engine engine) {
 *         engine.register(new Transfer(), Long.class);
 *     }
 * }
 * </pre>
 */
public interface ProcedureBundle {

    /**
     * Returns the name, for messages.
     *
     * @return a word
     */
    String name();

    /**
     * Adds the tables, each with the number of rows that it is expected to have, and says what rows of a store that is
     * older than a column have in it ({@link EngineBuilder#columnDefault}).
     *
     * @param builder of the engine that is to be opened
     */
    void addTables(EngineBuilder builder);

    /**
     * Registers the procedures, each with its name and the class of its result.
     *
     * @param engine an engine with the tables
     */
    void register(Engine engine);

    /**
     * Fills the tables with what is to be there at first. Called for a new store, and for one whose load did not end:
     * the process was killed, or this has thrown. Of such a load nothing is kept. Not called for a store that was
     * loaded, be it without rows.
     *
     * @param engine an engine without rows, whose loaders may be used. The first call would end loading, and what was
     *     loaded by then would be kept: make none
     */
    default void load(Engine engine) {
    }

    /**
     * Looks whether the rows are what the procedures leave: the sum of all accounts, an order for each of its lines.
     * {@code baton check} asks for it when it has looked through tables and indexes itself. May read tables with
     * {@link io.baton.engine.TableReader} and call procedures; nobody else does meanwhile. Not called unless asked for.
     *
     * @param engine an engine with the tables and procedures
     * @return what is wrong, a sentence without a full stop for each; empty if all is well
     */
    default List<String> check(Engine engine) {
        return List.of();
    }
}
