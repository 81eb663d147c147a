package io.baton.engine.transaction;

import io.baton.storage.Lifetime;
import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A coordinator's read views of one table, from a {@link TurnPool}.
 */
final class RowViews {

    /** With more views than this a view is looked for by its address. */
    private static final int LISTED = 32;

    private final TableSchema schema;
    private final TurnPool<Row> views;
    private final Long2ObjectHashMap<Row> byAddress = new Long2ObjectHashMap<>();

    RowViews(TableSchema schema) {
        this.schema = schema;
        this.views = new TurnPool<>(() -> new Row(schema));
    }

    Row next() {
        return views.take();
    }

    Row view(Table table, long address, Lifetime lifetime) {
        if (views.used() < LISTED || schema.readOnly()) {
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
        for (int i = Math.min(views.used(), LISTED) - 1; i >= 0; i--) {
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
        if (views.used() > LISTED) {
            byAddress.clear();
            byAddress.compact();
        }
        views.giveBack(again);
    }

    private static void follow(Row view, long address, Row image) {
        if (view.isWrapped() && view.address() == address) {
            view.follow(image);
        }
    }
}
