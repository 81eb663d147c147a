package io.baton.deploy.store;

import io.baton.deploy.client.RemoteTables;
import io.baton.deploy.command.OptionValues;
import io.baton.engine.Engine;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Finds the tables of a store that the user has named. */
final class StoreTables {

    private StoreTables() {
    }

    /** Returns the tables of these names, or all if none is given. */
    static List<TableSchema> named(CommandSpec command, Engine engine, String option, List<String> names) {
        return names.isEmpty() ? TableReader.tables(engine)
            : names.stream().distinct().map(name -> named(command, engine, option, name)).toList();
    }

    /** Returns a server's tables of these names, or all if none is given. */
    static List<RemoteTables.Table> named(CommandSpec command, RemoteTables tables, String option,
            List<String> names) {
        return names.isEmpty() ? tables.tables()
            : names.stream().distinct().map(name -> tables.tables().stream().filter(t -> t.name().equals(name))
                .findFirst().orElseThrow(() -> OptionValues.complaint(command, option, name,
                    "the server has no such table; it has "
                        + tables.tables().stream().map(RemoteTables.Table::name).collect(Collectors.joining(", ")),
                    null)))
                .toList();
    }

    /** Returns the table of this name. */
    static TableSchema named(CommandSpec command, Engine engine, String option, String name) {
        final List<TableSchema> tables = TableReader.tables(engine);
        return tables.stream().filter(table -> table.name().equals(name)).findFirst()
            .orElseThrow(() -> OptionValues.complaint(command, option, name, "the store has no such table; it has "
                + tables.stream().map(TableSchema::name).collect(Collectors.joining(", ")), null));
    }
}
