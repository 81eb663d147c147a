package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.park.Parking;
import io.baton.storage.People.Person;
import io.baton.storage.memory.MemoryAccount;
import net.openhft.chronicle.core.OS;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StorageCloseTest {

    private static void closed(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class).hasMessage("storage is closed");
    }

    @Test
    void everyUseAfterCloseIsAnException() {
        try (var people = new People(true)) {
            var anna = new Person(people.schema.key(1, 2), 3, "anna", 30, 0, 0);
            long address = people.insert(anna);
            var cursor = new IndexCursor(people.table.index(people.byAge));
            var range = new IndexRange(people.byAge).equal(3);
            for (int id = 10; id < 30; id++) {
                people.insert(new Person(people.schema.key(1, id), 3, "x", id, 0, 0));
            }
            cursor.open(range);
            cursor.next();
            people.table.read(address, people.row);
            var other = new Row(people.schema);
            long slot = people.table.reserve(people.image, people.schema.keyOf(people.image));
            people.storage.close();
            closed(() -> people.row.get(people.age));
            closed(() -> people.row.get(people.name));
            closed(() -> people.row.length(people.name));
            closed(() -> people.row.equal(people.name, "anna"));
            closed(() -> people.row.set(people.age, 3));
            closed(() -> people.schema.keyOf(people.row));
            closed(() -> people.byAge.prefixOf(people.row));
            closed(() -> people.table.find(anna.key()));
            closed(() -> people.table.contains(anna.key()));
            closed(() -> people.table.read(address, other));
            closed(() -> people.table.insert(people.image));
            closed(() -> people.table.update(address, people.image));
            closed(() -> people.table.delete(anna.key()));
            closed(() -> people.table.touch(anna.key()));
            closed(() -> people.table.touchRow(address));
            closed(() -> people.table.cancel(slot));
            closed(() -> people.table.add(slot));
            closed(() -> people.table.change(address, people.image));
            closed(() -> people.table.replace(address, people.image));
            closed(() -> people.table.rows());
            closed(() -> people.arena.copy(other, people.row));
            closed(() -> people.arena.blank(other));
            closed(() -> cursor.open(range));
            closed(() -> {
                while (cursor.next()) {
                    people.table.read(cursor.address(), other);
                }
            });
            closed(() -> people.storage.table("people"));
            closed(people.storage::arena);
            assertThatCode(people.storage::close).doesNotThrowAnyException();
        }
    }

    @Test
    void imagesOfAClosedArenaRefuseToWork() {
        try (var people = new People(false)) {
            people.arena.blank(people.image);
            people.arena.close();
            assertThatThrownBy(() -> people.image.set(people.age, 1)).isInstanceOf(IllegalStateException.class)
                .hasMessage("this row's arena is closed, or was reset after a large transaction");
            assertThatThrownBy(() -> people.table.insert(people.image)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> people.arena.blank(people.row)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(people.arena::reset).isInstanceOf(IllegalStateException.class);
            assertThatCode(people.arena::close).doesNotThrowAnyException();
        }
    }

    @Test
    void tableThatCannotBeOpenedKeepsNoMemory() {
        long before = OS.memory().nativeMemoryUsed();
        var builder = TableSchema.named("t");
        var id = builder.int64("id");
        builder.primaryKey(id.bits(40)).index("by_id", 0, id.bits(40));
        var schema = builder.build();
        // 16 segments of the primary key and as many of the index need memory.
        for (int takes = 0; takes < 32; takes++) {
            try (var memory = new FailingMemory(new MemoryAccount(Long.MAX_VALUE))) {
                memory.takesUntilFailure = takes;
                assertThatThrownBy(() -> new Table(schema, 100, 0, false, new Lifetime("closed"), memory,
                    Parking.onMachine()))
                    .isExactlyInstanceOf(OutOfMemoryError.class);
            }
            assertThat(OS.memory().nativeMemoryUsed()).isEqualTo(before);
        }
    }

    @Test
    void closeGivesAllNativeMemoryBack() {
        long before = OS.memory().nativeMemoryUsed();
        for (int i = 0; i < 3; i++) {
            try (var people = new People(true)) {
                for (int id = 0; id < 3000; id++) {
                    people.insert(new Person(people.schema.key(0, id), 1, "y", id, 0, 0));
                }
            }
        }
        assertThat(OS.memory().nativeMemoryUsed())
            .isEqualTo(before);
    }
}
