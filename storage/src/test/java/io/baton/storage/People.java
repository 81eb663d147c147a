package io.baton.storage;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A table with every kind of index, beside a model of it in a TreeMap: what the random tests run on. */
final class People implements AutoCloseable {
    /** A row of the model. */
    record Person(long key, long group, String name, long age, long wideA, long wideB) {
    }

    final TableSchema.Builder builder = TableSchema.named("people");
    final LongColumn area = builder.int16("area");
    final LongColumn id = builder.int32("id");
    final LongColumn group = builder.int8("grouping");
    final LongColumn age = builder.int64("age");
    final LongColumn wideA = builder.int64("wide_a");
    final LongColumn wideB = builder.int64("wide_b");
    final StringColumn name = builder.string("name", 24);
    final TableSchema schema;
    final IndexSchema byAge;
    final IndexSchema byName;
    final IndexSchema byGroupAndName;
    final IndexSchema byWide;
    final IndexSchema byEverything;
    final Storage storage;
    final Table table;
    final RowArena arena;
    final Row row;
    final Row image;
    final TreeMap<Long, Person> model = new TreeMap<>();

    People(boolean ordered) {
        builder.primaryKey(area.bits(8), id.bits(20));
        if (ordered) {
            builder.ordered(1);
        }
        byAge = builder.index("by_age", 1, group.bits(7), age.bits(64));
        byName = builder.index("by_name", 1, group.bits(7), name.part(), age.bits(64));
        byGroupAndName = builder.index("by_group_and_name", 2, group.bits(7), name.part(), age.bits(64));
        byWide = builder.index("by_wide", 2, wideA.bits(64), wideB.bits(64));
        byEverything = builder.index("by_everything", 0, name.part());
        schema = builder.build();
        storage = Storage.builder().table(schema, 1000).open();
        table = storage.table(schema);
        arena = storage.arena();
        row = new Row(schema);
        image = new Row(schema);
    }

    long insert(Person person) {
        arena.reset();
        arena.blank(image);
        schema.writeKey(image, person.key());
        set(person);
        long address = table.insert(image);
        model.put(person.key(), person);
        return address;
    }

    void update(Person person) {
        long address = table.find(person.key());
        table.read(address, row);
        arena.reset();
        arena.copy(image, row);
        set(person);
        table.update(address, image);
        model.put(person.key(), person);
    }

    void delete(long key) {
        table.delete(key);
        model.remove(key);
    }

    private void set(Person person) {
        image.set(group, person.group()).set(name, person.name()).set(age, person.age());
        image.set(wideA, person.wideA()).set(wideB, person.wideB());
    }

    /** Returns the keys of the rows of a scan. */
    List<Long> scan(IndexCursor cursor, IndexRange range) {
        cursor.open(range);
        var keys = new ArrayList<Long>();
        while (cursor.next()) {
            keys.add(keyAt(cursor));
        }
        return keys;
    }

    long keyAt(IndexCursor cursor) {
        table.read(cursor.address(), row);
        return schema.keyOf(row);
    }

    List<Long> expected(Predicate<Person> in, Comparator<Person> order, boolean descending) {
        Comparator<Person> total = order.thenComparingLong(Person::key);
        return model.values().stream().filter(in).sorted(descending ? total.reversed() : total).map(Person::key)
            .toList();
    }

    @Override
    public void close() {
        arena.close();
        storage.close();
    }
}
