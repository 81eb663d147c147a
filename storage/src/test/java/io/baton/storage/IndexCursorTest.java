package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.People.Person;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class IndexCursorTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void rowsThatStayAreReturnedOnceAndInOrderWhileOthersComeAndGo(long seed) {
        var random = new Random(seed);
        boolean down = seed % 2 == 0;
        try (var people = new People(true)) {
            IndexSchema index = seed % 4 < 2 ? people.byName : people.byAge;
            for (int id = 0; id < 1500; id++) {
                people.insert(person(people, random, id));
            }
            // By address, for the row at the cursor may have gone since its batch was fetched.
            var stays = new HashMap<Long, Long>();
            people.model.keySet().stream().filter(key -> key % 3 == 0)
                .forEach(key -> stays.put(people.table.find(key), key));
            var range = new IndexRange(index).equal(1);
            var cursor = new IndexCursor(people.table.index(index));
            cursor.open(down ? range.descending() : range);
            var seen = new ArrayList<Long>();
            while (cursor.next()) {
                Long key = stays.get(cursor.address());
                if (key != null) {
                    seen.add(key);
                }
                for (int i = 0; i < 3; i++) {
                    comeOrGo(people, random, people.schema.key(0, random.nextInt(500) * 3 + 1 + random.nextInt(2)));
                }
            }
            var inOrder = new ArrayList<>(people.scan(cursor, down ? range.descending() : range));
            inOrder.retainAll(stays.values());
            assertThat(seen).as("seed %d", seed).isEqualTo(inOrder);
            assertThat(seen).hasSize(stays.size());
        }
    }

    private static void comeOrGo(People people, Random random, long key) {
        if (people.model.containsKey(key)) {
            people.delete(key);
        } else {
            people.insert(person(people, random, people.schema.keyColumn(key, 1)));
        }
    }

    private static Person person(People people, Random random, long id) {
        return new Person(people.schema.key(0, id), 1, "SAMEHEAD" + random.nextInt(5), random.nextInt(10), 0, 0);
    }

    @Test
    void differentPrefixesWithOneHashStayDistinct() {
        try (var people = new People(false)) {
            long twin = twinOf(7, 100, 8);
            people.insert(new Person(people.schema.key(0, 1), 0, "one", 0, 7, 100));
            people.insert(new Person(people.schema.key(0, 2), 0, "two", 0, 8, twin));
            people.insert(new Person(people.schema.key(0, 3), 0, "three", 0, 7, 100));
            assertThat(people.byWide.prefix(7, 100)).isEqualTo(people.byWide.prefix(8, twin));
            var cursor = new IndexCursor(people.table.index(people.byWide));
            var first = new IndexRange(people.byWide).equal(7).equal(100);
            var second = new IndexRange(people.byWide).equal(8).equal(twin);
            assertThat(people.scan(cursor, first)).containsExactly(key(people, 1), key(people, 3));
            assertThat(people.scan(cursor, first.descending())).containsExactly(key(people, 3), key(people, 1));
            assertThat(people.scan(cursor, second)).containsExactly(key(people, 2));
            people.delete(key(people, 1));
            people.delete(key(people, 2));
            var ascending = new IndexRange(people.byWide).equal(7).equal(100);
            assertThat(people.scan(cursor, ascending)).containsExactly(key(people, 3));
            assertThat(people.scan(cursor, second)).isEmpty();
        }
    }

    /** Returns the b with which (a, b) has the same hash as (knownA, knownB); each step of the hash is a bijection. */
    private static long twinOf(long knownA, long knownB, long a) {
        long fold = 0x9E3779B97F4A7C15L;
        return knownB ^ (HashIndex.combine(0, knownA) + fold) * 31 ^ (HashIndex.combine(0, a) + fold) * 31;
    }

    private static long key(People people, long id) {
        return people.schema.key(0, id);
    }

    @Test
    void onlyRowOfAPrefixNeedsNoPartitionUntilASecondComes() {
        try (var people = new People(true)) {
            OrderedIndex index = people.table.index(people.byName);
            var cursor = new IndexCursor(index);
            var range = new IndexRange(people.byName).equal(6);
            long prefix = range.prefix();
            people.insert(new Person(key(people, 2), 6, "b", 0, 0, 0));
            assertThat(index.entry(prefix)).isEqualTo(people.table.find(key(people, 2)));
            assertThat(people.scan(cursor, range)).containsExactly(key(people, 2));
            assertThat(people.scan(cursor, new IndexRange(people.byName).equal(6).equal("a"))).isEmpty();
            people.insert(new Person(key(people, 1), 6, "a", 0, 0, 0));
            assertThat(OrderedIndex.isLoneRow(index.entry(prefix))).isFalse();
            assertThat(people.scan(cursor, range)).containsExactly(key(people, 1), key(people, 2));
            people.delete(key(people, 2));
            assertThat(people.scan(cursor, range)).containsExactly(key(people, 1));
            people.delete(key(people, 1));
            assertThat(index.entry(prefix)).isZero();
            assertThat(people.scan(cursor, range)).isEmpty();
        }
    }

    /** The first batch of a scan comes from a partition that then dies; the lone row behind it is seen once. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void loneRowIsSeenFromWhereTheScanStands(boolean down) {
        try (var people = new People(true)) {
            for (int id = 10; id < 14; id++) {
                people.insert(new Person(key(people, id), 2, "SAMEHEAD", 0, 0, 0));
            }
            var range = new IndexRange(people.byName).equal(2);
            for (long id : down ? new long[] {20, 5} : new long[] {5, 20}) {
                var cursor = new IndexCursor(people.table.index(people.byName));
                cursor.open(down ? range.descending() : range);
                for (int i = 0; i < 4; i++) {
                    assertThat(cursor.next()).isTrue();
                }
                for (int at = 10; at < 14; at++) {
                    people.delete(key(people, at));
                }
                people.insert(new Person(key(people, id), 2, "SAMEHEAD", 0, 0, 0));
                assertThat(cursor.next()).as("key %d", id).isEqualTo(id == (down ? 5 : 20));
                assertThat(cursor.next()).isFalse();
                people.delete(key(people, id));
                for (int at = 10; at < 14; at++) {
                    people.insert(new Person(key(people, at), 2, "SAMEHEAD", 0, 0, 0));
                }
            }
        }
    }

    /** Fewer rows than the filter rejects in one go, and none at all at either end. */
    @Test
    void rowsAmongManyThatAreRejectedAreFoundInOrder() {
        try (var people = new People(true)) {
            for (int id = 0; id < 5000; id++) {
                boolean wanted = id > 1000 && id < 4000 && (id % 700 == 0 || id / 100 == 23);
                people.insert(new Person(key(people, id), 1, wanted ? "SAMEHEAD" : "SAMEHEAD" + id % 3, id % 7, 0, 0));
            }
            var cursor = new IndexCursor(people.table.index(people.byName));
            for (boolean down : new boolean[] {false, true}) {
                for (String start : new String[] {"SAMEHEAD", "SAMEHEAD0", "SAMEHEAD1", "SAMEHEAD2", "SAMEHEAD3"}) {
                    var range = new IndexRange(people.byName).equal(1).equal(start);
                    List<Long> expected = people.expected(person -> person.name().equals(start),
                        Comparator.comparingLong(Person::age), down);
                    assertThat(people.scan(cursor, down ? range.descending() : range)).isEqualTo(expected);
                }
            }
            assertThat(people.expected(person -> person.name().equals("SAMEHEAD"), (_, _) -> 0, false)).hasSize(104);
        }
    }

    /** Others can get in after each look. */
    @Test
    void scanThatRejectsManyRowsGivesTheLatchBack() {
        try (var people = new People(true)) {
            for (int id = 0; id < 10_000; id++) {
                people.insert(new Person(key(people, id), 1, "SAMEHEAD" + id % 7, 0, 0, 0));
            }
            var range = new IndexRange(people.byName).equal(1).equal("SAMEHEAD8");
            var cursor = new IndexCursor(people.table.index(people.byName));
            for (boolean down : new boolean[] {false, true}) {
                cursor.open(down ? range.descending() : range);
                int looks = 1;
                while (!cursor.fetchOnce()) {
                    looks++;
                }
                assertThat(looks).isEqualTo(10_000 / 256 + 1);
                assertThat(cursor.next()).isFalse();
            }
        }
    }

    @Test
    void emptyAndImpossibleRangesHaveNoRows() {
        try (var people = new People(true)) {
            var cursor = new IndexCursor(people.table.index(people.byAge));
            assertThat(people.scan(cursor, new IndexRange(people.byAge).equal(3))).isEmpty();
            people.insert(new Person(people.schema.key(0, 1), 3, "x", 5, 0, 0));
            assertThat(people.scan(cursor, new IndexRange(people.byAge).equal(3).between(9, 8))).isEmpty();
            assertThat(people.scan(cursor, new IndexRange(people.byAge).equal(3).between(6, 9))).isEmpty();
            assertThat(people.scan(cursor, new IndexRange(people.byAge).equal(3).equal(5))).hasSize(1);
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).isFalse();
        }
    }

    @Test
    void queueOfAscendingKeysIsConsumedFromTheLeft() {
        try (var people = new People(true)) {
            IndexSchema primary = people.schema.indexes().get(0);
            var cursor = new IndexCursor(people.table.index(primary));
            var range = new IndexRange(primary).equal(4);
            int head = 0;
            for (int id = 0; id < 5000; id++) {
                people.insert(new Person(people.schema.key(4, id), 0, "q", 0, 0, 0));
                if (id >= 300) {
                    cursor.open(range);
                    assertThat(cursor.next()).isTrue();
                    assertThat(people.keyAt(cursor)).isEqualTo(people.schema.key(4, head));
                    people.delete(people.schema.key(4, head++));
                }
            }
            assertThat(people.scan(cursor, range)).hasSize(300).isEqualTo(List.copyOf(people.model.keySet()));
        }
    }
}
