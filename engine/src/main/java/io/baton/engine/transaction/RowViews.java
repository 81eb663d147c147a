package io.baton.engine.transaction;

import io.baton.storage.Lifetime;
import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A coordinator's read views of one table. There are two sets of them, used in turns from call to call, so that a view
 * that a procedure has kept refuses to work during its coordinator's next call too, however often that starts over.
 */
final class RowViews {

    /** Views that are kept for later transactions. */
    private static final int KEPT = 1 << 10;
    /** With more views than this a view is looked for by its address. */
    private static final int LISTED = 32;

    private final TableSchema schema;
    private List<Row> views = new ArrayList<>();
    private List<Row> others = new ArrayList<>();
    private final Long2ObjectHashMap<Row> byAddress = new Long2ObjectHashMap<>();
    private int used;

    RowViews(TableSchema schema) {
        this.schema = schema;
    }

    Row next() {
        if (used == views.size()) {
            views.add(new Row(schema));
        }
        return views.get(used++);
    }

    Row view(Table table, long address, Lifetime lifetime) {
        if (used < LISTED || schema.readOnly()) {
            final Row view = next();
            table.read(address, view, lifetime);
            return view;
        }
        Row view = byAddress.get(address);
        if (view == null) {
            view = next();
            table.read(address, view, lifetime);
            byAddress.put(address, view);
        }
        return view;
    }

    void follow(long address, Row image) {
        for (int i = Math.min(used, LISTED) - 1; i >= 0; i--) {
            follow(views.get(i), address, image);
        }
        if (!byAddress.isEmpty()) {
            final Row view = byAddress.get(address);
            if (view != null) {
                view.follow(image);
            }
        }
    }

    void reset(boolean again) {
        if (used == 0) {
            return;
        }
        if (used > LISTED) {
            byAddress.clear();
            byAddress.compact();
        }
        if (views.size() > KEPT) {
            views = new ArrayList<>(views.subList(0, KEPT));
        }
        if (!again) {
            final List<Row> now = views;
            views = others;
            others = now;
        }
        used = 0;
    }

    private static void follow(Row view, long address, Row image) {
        if (view.isWrapped() && view.address() == address) {
            view.follow(image);
        }
    }
}
