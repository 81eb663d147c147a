package io.baton.storage.codec;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares two schemas of one table, and collects what is new. */
final class SchemaComparison {
    private final TableSchema written;
    private final TableSchema now;
    private final Collection<? extends Column> defaults;
    private final List<String> news = new ArrayList<>();

    SchemaComparison(TableSchema written, TableSchema now, Collection<? extends Column> defaults) {
        this.written = written;
        this.now = now;
        this.defaults = defaults;
    }

    /** Returns what is new, a sentence each, after {@link #refusal}. */
    List<String> news() {
        return news;
    }

    /** Returns why rows cannot be brought to the new schema, or null if they can. */
    @Nullable
    String refusal() {
        String refusal = storedColumns();
        refusal = refusal == null ? newColumns() : refusal;
        refusal = refusal == null ? keys() : refusal;
        if (refusal == null) {
            indexes();
            if (written.readOnly() != now.readOnly()) {
                news.add(now.readOnly() ? "it is read-only now" : "it is not read-only any more");
            }
        }
        return refusal;
    }

    private @Nullable String storedColumns() {
        int last = -1;
        for (Column stored : written.columns()) {
            Column column = find(now, stored.name());
            if (column == null) {
                return "column %s of type %s is in the store, but not in the schema; declare it as it was"
                    .formatted(stored.name(), stored.type());
            }
            if (!column.type().equals(stored.type())) {
                return "column %s is of type %s in the store and of type %s in the schema; declare it as it was"
                    .formatted(stored.name(), stored.type(), column.type());
            }
            int place = now.columns().indexOf(column);
            if (place < last) {
                return "column %s of type %s stands behind column %s in the store, but before it in the schema"
                    .formatted(column.name(), column.type(), now.columns().get(last).name());
            }
            last = place;
        }
        return null;
    }

    private @Nullable String newColumns() {
        for (Column column : now.columns()) {
            if (find(written, column.name()) != null) {
                continue;
            }
            boolean given = defaults.contains(column);
            if (!given && !column.nullable()) {
                return ("column %s of type %s is not in the store and is never NULL; declare it nullable or give it a"
                    + " default").formatted(column.name(), column.type());
            }
            news.add("column %s of type %s is new; rows that are there have %s"
                .formatted(column.name(), column.type(), given ? "its default" : "NULL"));
        }
        return null;
    }

    private @Nullable String keys() {
        String stored = written.keyParts().toString();
        String key = now.keyParts().toString();
        if (!key.equals(stored)) {
            return "the primary key is %s in the store and %s in the schema".formatted(stored, key);
        }
        if (written.lockColumns() != now.lockColumns()) {
            return "%d columns of the primary key name a row's lock in the store and %d in the schema"
                .formatted(written.lockColumns(), now.lockColumns());
        }
        return null;
    }

    private void indexes() {
        for (IndexSchema index : now.indexes()) {
            Optional<IndexSchema> before = find(written.indexes(), index.name());
            if (before.isEmpty()) {
                news.add("index %s is new".formatted(index.name()));
            } else if (!describe(before.get()).equals(describe(index))) {
                news.add("index %s is another one: %s instead of %s"
                    .formatted(index.name(), describe(index), describe(before.get())));
            }
        }
        for (IndexSchema index : written.indexes()) {
            if (find(now.indexes(), index.name()).isEmpty()) {
                news.add("index %s is gone".formatted(index.name()));
            }
        }
        if (news.isEmpty() && written.readOnly() == now.readOnly()) {
            news.add("its indexes stand in another order");
        }
    }

    private static String describe(IndexSchema index) {
        return (index.unique() ? "unique " : "") + index.parts() + " of which scans bind " + index.scanColumns();
    }

    private static Optional<IndexSchema> find(List<IndexSchema> indexes, String name) {
        return indexes.stream().filter(index -> index.name().equals(name)).findFirst();
    }

    private static @Nullable Column find(TableSchema schema, String name) {
        return schema.columns().stream().filter(column -> column.name().equals(name)).findFirst().orElse(null);
    }
}
