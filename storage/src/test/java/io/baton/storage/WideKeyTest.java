package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.park.Parking;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import io.baton.storage.memory.MemoryAccount;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows whose primary key does not fit into 64 bits are named by images, twins of equal hash included. */
@Timeout(20)
class WideKeyTest {
    private final TableSchema.Builder pairBuilder = TableSchema.named("pair");
    private final LongColumn left = pairBuilder.int64("left");
    private final LongColumn right = pairBuilder.int64("right");
    private final LongColumn value = pairBuilder.int32("value");
    private final TableSchema pairs = pairBuilder.primaryKey(left.bits(64), right.bits(64)).build();

    private final TableSchema.Builder anyBuilder = TableSchema.named("any");
    private final StringColumn name = anyBuilder.string("name", 20);
    private final BytesColumn raw = anyBuilder.bytes("raw", 20);
    private final UuidColumn token = anyBuilder.uuid("token");
    private final DecimalColumn sum = anyBuilder.decimal("sum", 30, 2);
    private final DoubleColumn ratio = anyBuilder.float64("ratio");
    private final TimestampColumn at = anyBuilder.timestamp("at");
    private final StringColumn note = anyBuilder.nullable().string("note", 20);
    private final TableSchema any = anyBuilder
        .primaryKey(name.part(), raw.part(), token.part(), sum.part(), ratio.part(), at.part()).build();

    private final Storage storage = Storage.builder().table(pairs, 100).table(any, 100).open();
    private final Table table = storage.table(pairs);
    private final RowArena arena = storage.arena();

    @AfterEach
    void close() {
        arena.close();
        storage.close();
    }

    private Row pair(long a, long b) {
        var image = new Row(pairs);
        arena.blank(image);
        return image.set(left, a).set(right, b);
    }

    /** A pair with the hash of another one, as each step of the hash is a bijection. */
    private Row twin(Row of, long a) {
        return pair(a, twinOf(of.get(left), of.get(right), a));
    }

    static long twinOf(long knownA, long knownB, long a) {
        long fold = 0x9E3779B97F4A7C15L;
        return knownB ^ (HashIndex.combine(0, knownA) + fold) * 31 ^ (HashIndex.combine(0, a) + fold) * 31;
    }

    private long valueOf(Row probe) {
        var row = new Row(pairs);
        table.read(table.find(probe), row);
        return row.get(value);
    }

    @Test
    void twinsAreRowsOfTheirOwn() {
        Row one = pair(1, 2).set(value, 10);
        Row two = twin(one, 7).set(value, 20);
        Row three = twin(one, -9).set(value, 30);
        assertThat(pairs.keyOf(two)).isEqualTo(pairs.keyOf(one)).isEqualTo(pairs.keyOf(three));
        assertThat(pairs.sameKey(one, two)).isFalse();
        table.insert(one);
        assertThat(table.find(two)).isEqualTo(Table.ABSENT);
        assertThat(table.find(pair(1, 2))).isNotEqualTo(Table.ABSENT);
        table.insert(two);
        table.insert(three);
        assertThat(table.rows()).isEqualTo(3);
        assertThat(valueOf(one)).isEqualTo(10);
        assertThat(valueOf(two)).isEqualTo(20);
        assertThat(valueOf(three)).isEqualTo(30);
        assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> table.insert(pair(1, 2)))
            .withMessage("table pair already has a row with key (left=1, right=2)")
            .satisfies(e -> assertThat(e.key()).isEqualTo(pairs.keyOf(one)));
        table.delete(one);
        assertThat(table.find(one)).isEqualTo(Table.ABSENT);
        assertThatExceptionOfType(MissingRowException.class).isThrownBy(() -> table.delete(one))
            .withMessage("table pair has no row with key (left=1, right=2)");
        table.delete(two);
        assertThat(valueOf(three)).isEqualTo(30);
        table.delete(three);
        assertThat(table.rows()).isZero();
        table.insert(two);
        assertThat(valueOf(two)).isEqualTo(20);
    }

    @Test
    void aDuplicateOfALoneRowIsRefusedAndChangesNothing() {
        table.insert(pair(1, 2).set(value, 5));
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> table.insert(pair(1, 2)));
        }
        assertThat(valueOf(pair(1, 2))).isEqualTo(5);
        assertThat(OrderedIndex.isLoneRow(table.primary.directory().find(pairs.key(1, 2)))).isTrue();
    }

    @Test
    void keysOfAnyTypeAreFoundByTheirColumns() {
        Table all = storage.table(any);
        var image = new Row(any);
        arena.blank(image);
        fill(image).set(note, "here");
        all.insert(image);
        var probe = new Row(any);
        arena.blank(probe);
        assertThat(all.find(fill(probe))).isNotEqualTo(Table.ABSENT);
        assertThat(any.key("Ann", new byte[] {1, 0}, new UUID(1, 2), new BigDecimal("-7.25"), 0.5, 17L))
            .isEqualTo(any.keyOf(probe))
            .isEqualTo(Objects.requireNonNull(any.primaryIndex()).prefixOf(probe));
        assertThat(all.find(fill(probe).set(name, "Anna"))).isEqualTo(Table.ABSENT);
        assertThat(all.find(fill(probe).set(raw, new byte[] {1}))).isEqualTo(Table.ABSENT);
        assertThat(all.find(fill(probe).set(token, 1, 3))).isEqualTo(Table.ABSENT);
        assertThat(all.find(fill(probe).set(sum, BigDecimal.ONE))).isEqualTo(Table.ABSENT);
        assertThat(all.find(fill(probe).set(ratio, -0.0))).isEqualTo(Table.ABSENT);
        assertThat(all.find(fill(probe).set(at, 18))).isEqualTo(Table.ABSENT);
        assertThat(any.describe(fill(probe))).isEqualTo("(name=Ann, raw=2 bytes,"
            + " token=00000000-0000-0001-0000-000000000002, sum=-7.25, ratio=0.5, at=1970-01-01T00:00:00.000017Z)");
    }

    private Row fill(Row image) {
        return image.set(name, "Ann").set(raw, new byte[] {1, 0}).set(token, 1, 2).set(sum, new BigDecimal("-7.25"))
            .set(ratio, 0.5).set(at, 17);
    }

    private static void keeps(ThrowingCallable call, String column, String shown) {
        assertThatIllegalArgumentException().isThrownBy(call)
            .withMessageStartingWith("table any, column %s: the value %s was given for a row with key (name=Ann, "
                .formatted(column, shown))
            .withMessageEndingWith("a key does not change, so delete this row and insert another");
    }

    @Test
    void aFixedKeyKeepsItsValuesWhateverTheirTypes() {
        var probe = new Row(any);
        arena.blank(probe);
        fill(probe).set(note, "not of the key");
        var row = new Row(any);
        arena.blankWithFixedKey(row, probe);
        assertThat(row.isNull(note)).isTrue();
        assertThat(any.sameKey(row, probe)).isTrue();
        fill(row);
        row.copy(name, probe, name).set(name, "xAnn".getBytes(StandardCharsets.UTF_8), 1, 3);
        keeps(() -> row.set(name, "Anne"), "name", "Anne");
        keeps(() -> row.set(name, "Anna".getBytes(StandardCharsets.UTF_8), 0, 4), "name", "Anna");
        keeps(() -> row.set(name, ""), "name", "");
        keeps(() -> row.set(raw, new byte[3]), "raw", "3 bytes");
        keeps(() -> row.set(token, 1, 3), "token", "00000000-0000-0001-0000-000000000003");
        keeps(() -> row.set(sum, new BigDecimal("7.25")), "sum", "7.25");
        keeps(() -> row.setValue(at, 18L), "at", "1970-01-01T00:00:00.000018Z");
        keeps(() -> row.setValue(ratio, 0.25), "ratio", "0.25");
        keeps(() -> row.copy(name, probe.setNull(note).set(note, "Bob"), note), "name", "Bob");
        assertThat(any.sameKey(row, probe)).isTrue();
        row.set(note, "may change");
        Table all = storage.table(any);
        all.insert(row);
        assertThat(all.find(probe)).isNotEqualTo(Table.ABSENT);
    }

    @Test
    void numbersNameNoRow() {
        Row image = pair(1, 2);
        table.insert(image);
        long hash = pairs.key(1, 2);
        assertThat(hash).isEqualTo(pairs.keyOf(image)).isEqualTo(pairs.key((Object) 1L, 2L));
        String sentence = "table pair: its primary key is wide, so the hash of its columns does not say which row is"
            + " meant; name the row by an image with the key columns set";
        assertThatIllegalStateException().isThrownBy(() -> table.find(hash)).withMessage(sentence);
        assertThatIllegalStateException().isThrownBy(() -> table.delete(hash)).withMessage(sentence);
        assertThatIllegalStateException().isThrownBy(() -> pairs.keyColumn(hash, 0)).withMessage(sentence);
        assertThatIllegalStateException().isThrownBy(() -> pairs.writeKey(image, hash)).withMessage(sentence);
        assertThatIllegalArgumentException().isThrownBy(() -> pairs.key(1))
            .withMessage("table pair: the primary key has 2 columns, 1 were given");
        assertThatIllegalArgumentException().isThrownBy(() -> pairs.key("x", 1))
            .withMessage("table pair, column left: it is of type int64, but a String was given");
        assertThat(table.find(image)).isNotEqualTo(Table.ABSENT);
    }

    @Test
    void lockKeysNameTheLockWhetherAllColumnsDoOrFewer() {
        var builder = TableSchema.named("user");
        StringColumn tenant = builder.string("tenant", 20);
        LongColumn id = builder.int64("id");
        TableSchema users = builder.primaryKey(tenant.part(), id.bits(64)).ordered(1).lockColumns(1).build();
        try (var own = Storage.builder().table(users, 10).open(); var images = own.arena()) {
            var image = new Row(users);
            images.blank(image);
            image.set(tenant, "t").set(id, 7);
            assertThat(users.lockKey("t", 7L)).isEqualTo(users.lockKey("t")).isEqualTo(users.lockKeyOf(image))
                .isNotEqualTo(users.key("t", 7L)).isNotEqualTo(users.lockKey("u"));
            assertThat(pairs.lockKey(1L, 2L)).isEqualTo(pairs.key(1, 2)).isEqualTo(pairs.lockKeyOf(pair(1, 2)));
            assertThatIllegalArgumentException().isThrownBy(users::lockKey)
                .withMessage("table user: 1 of the 2 columns of its primary key name a lock, 0 were given");
            assertThatIllegalArgumentException().isThrownBy(() -> pairs.lockKey(1L))
                .withMessage("table pair: 2 of the 2 columns of its primary key name a lock, 1 were given");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // The caller's mistake is what is tried.
    void packedKeysTakeValuesOfAnyTypeAndAnyNumberOfColumns() {
        var builder = TableSchema.named("five");
        List<LongColumn> columns = IntStream.range(0, 5).mapToObj(i -> builder.int32("c" + i)).toList();
        TableSchema five = builder.primaryKey(columns.stream().map(column -> column.signed(9)).toArray(KeyPart[]::new))
            .lockColumns(2).build();
        assertThat(five.describe(five.key(1, -2, 3, -4, 5))).isEqualTo("(c0=1, c1=-2, c2=3, c3=-4, c4=5)");
        assertThat(five.lockKey(1, -2)).isEqualTo(five.key(1, -2, 3, -4, 5) & five.lockMask())
            .isEqualTo(five.lockKey(1, -2, 200, 200, 200)).isEqualTo(five.lockKey(1, -2, 7));
        assertThatExceptionOfType(ValueOutOfRangeException.class).isThrownBy(() -> five.key(1, 2, 3, 4, 256));
        assertThat(five.lockKey(1, -2)).isEqualTo(five.key(1, -2, 0, 0, 0) & five.lockMask());
        var dayBuilder = TableSchema.named("days");
        var day = dayBuilder.date("day");
        var open = dayBuilder.bool("open");
        TableSchema days = dayBuilder.primaryKey(day.part(), open.part()).build();
        assertThat(days.key(LocalDate.of(1970, 1, 5), true)).isEqualTo(days.key(4, 1));
        assertThat(days.describe(days.key(4, 1))).isEqualTo("(day=1970-01-05, open=true)");
        assertThatExceptionOfType(NullValueException.class).isThrownBy(() -> pairs.key(1L, (Object) null));
    }

    @Test
    void anUpdateThatChangesTheKeyToThatOfATwinIsRefused() {
        Row one = pair(1, 2);
        long row = table.insert(one);
        var stored = new Row(pairs);
        table.read(row, stored);
        var image = new Row(pairs);
        arena.copy(image, stored);
        image.set(left, 3).set(right, twinOf(1, 2, 3));
        assertThatExceptionOfType(StorageException.class).isThrownBy(() -> table.update(row, image))
            .withMessageStartingWith("table pair: an update changes the primary key from (left=1, right=2) to (left=3");
        arena.copy(image, stored);
        table.update(row, image.set(left, 1).set(value, 9));
        assertThat(valueOf(one)).isEqualTo(9);
    }

    @Test
    void aRowThatCannotBeNamedForWantOfMemoryLeavesNoSlotBehind() {
        var lifetime = new Lifetime("closed");
        try (var memory = new FailingMemory(new MemoryAccount(Long.MAX_VALUE))) {
            var recorded = new Table(pairs, 1000, 0, true, lifetime, memory, Parking.onMachine());
            int failures = 0;
            for (int i = 0; i < 3000; i++) {
                for (int fail = 0;; fail++) {
                    memory.takesUntilFailure = fail;
                    arena.reset();
                    try {
                        recorded.insert(pair(i, i));
                        break;
                    } catch (OutOfMemoryError expected) {
                        failures++;
                        assertThat(recorded.rows()).isEqualTo(i);
                    }
                }
            }
            assertThat(failures).isGreaterThan(20);
            assertThat(recorded.rows()).isEqualTo(3000);
            recorded.close();
        }
    }

    @Test
    void aStorageThatKeepsVersionsRefusesTwinsAndForgetsRowsThatWent() {
        try (var versions = Storage.builder().table(pairs, 10).versions().open()) {
            Table recorded = versions.table(pairs);
            Row one = pair(1, 2);
            Row two = twin(one, 3);
            recorded.insert(one);
            assertThatExceptionOfType(StorageException.class).isThrownBy(() -> recorded.insert(two))
                .withMessage(
                    "table pair: the keys %s and (left=1, right=2) have the same hash, and a history names rows"
                        + " by it; give one another key, or record no history",
                    pairs.describe(two));
            assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> recorded.insert(one));
            assertThat(recorded.rows()).isEqualTo(1);
            recorded.checkNumber(pairs.keyOf(one), one);
            assertThatExceptionOfType(StorageException.class)
                .isThrownBy(() -> recorded.checkNumber(pairs.keyOf(two), two)).withMessageContaining("the same hash");
            recorded.delete(pairs.keyOf(one), recorded.find(one));
            recorded.checkNumber(pairs.keyOf(two), two);
            long slot = recorded.reserve(two, pairs.keyOf(two));
            assertThatExceptionOfType(StorageException.class)
                .isThrownBy(() -> recorded.reserve(one, pairs.keyOf(one)));
            recorded.cancel(slot);
            recorded.insert(one);
            assertThat(recorded.rows()).isEqualTo(1);
        }
    }
}
