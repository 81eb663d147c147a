package io.baton.storage.codec;

import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What rows that were written with some schemas need in order to become rows of others: nothing, an upgrade, or what is
 * not possible. storage/spec/6-recovery.md has the rules.
 */
public sealed interface SchemaDifference {

    /** The schemas have equal content. */
    record Same() implements SchemaDifference {
    }

    /**
     * Rows can be brought to the new schemas.
     *
     * @param sentences what is new, at least one
     */
    record Upgrade(List<String> sentences) implements SchemaDifference {
        /** Keeps a copy. */
        public Upgrade {
            sentences = List.copyOf(sentences);
        }
    }

    /**
     * Rows cannot be brought to the new schemas.
     *
     * @param sentence names the table and what it is about, as it was and as it is
     */
    record Refused(String sentence) implements SchemaDifference {
    }

    /**
     * Compares the tables of a store with those that it is opened with.
     *
     * @param defaults the columns of {@code now} that rows from before can be given a value for
     */
    static SchemaDifference between(Collection<TableSchema> written, Collection<TableSchema> now,
            Collection<? extends Column> defaults) {
        Map<String, TableSchema> wanted = new HashMap<>();
        now.forEach(schema -> wanted.put(schema.name(), schema));
        var sentences = new ArrayList<String>();
        for (TableSchema stored : written) {
            TableSchema schema = wanted.remove(stored.name());
            if (schema == null) {
                return new Refused("table %s is in the store, but is not declared; declare it as it was"
                    .formatted(stored.name()));
            }
            switch (between(stored, schema, defaults)) {
                case Same same -> {
                }
                case Upgrade upgrade -> sentences.addAll(upgrade.sentences());
                case Refused refused -> {
                    return refused;
                }
            }
        }
        for (TableSchema schema : now) {
            if (wanted.containsKey(schema.name())) {
                sentences.add("table %s is new and empty".formatted(schema.name()));
            }
        }
        return sentences.isEmpty() ? new Same() : new Upgrade(sentences);
    }

    /** Compares two schemas of one table. */
    static SchemaDifference between(TableSchema written, TableSchema now, Collection<? extends Column> defaults) {
        if (written.sameAs(now)) {
            return new Same();
        }
        var comparison = new SchemaComparison(written, now, defaults);
        String refusal = comparison.refusal();
        if (refusal != null) {
            return new Refused("table %s: %s".formatted(now.name(), refusal));
        }
        return new Upgrade(comparison.news().stream().map(s -> "table %s: %s".formatted(now.name(), s)).toList());
    }
}
