package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import net.openhft.chronicle.core.OS;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class RowTest {
    private final TableSchema.Builder builder = TableSchema.named("widths");
    private final LongColumn one = builder.int8("one");
    private final LongColumn two = builder.int16("two");
    private final LongColumn four = builder.int32("four");
    private final LongColumn eight = builder.int64("eight");
    private final LongColumn money = builder.decimal("money", 2);
    private final StringColumn text = builder.string("text", 16);
    private final StringColumn tail = builder.string("tail", 1);
    private final TableSchema schema = builder.primaryKey(one.bits(3), eight.bits(61)).build();
    private final Storage storage = Storage.builder().table(schema, 10).open();
    private final RowArena arena = storage.arena();
    private final Row image = new Row(schema);

    @AfterEach
    void closeAll() {
        arena.close();
        storage.close();
    }

    @Test
    void everyWidthKeepsItsExtremes() {
        arena.blank(image);
        for (LongColumn column : new LongColumn[] {one, two, four, eight, money}) {
            for (long value : new long[] {column.min(), -1, 0, 1, column.max()}) {
                assertThat(image.set(column, value).get(column)).isEqualTo(value);
            }
        }
        assertThat(image.get(one)).isEqualTo(127);
        assertThat(image.get(two)).isEqualTo(32767);
        assertThat(money.scale()).isEqualTo(2);
    }

    @Test
    void stringsRoundTripAsUtf8() {
        arena.blank(image);
        var random = new Random(3);
        byte[] bytes = new byte[20];
        for (String value : new String[] {"", "a", "sixteen bytes ok", "\u00e4\u00f6\u00fc\u20ac", "\uD83D\uDE00",
            "x\uD83D\uDE00y", "\uFFFF\u0800\u07FF\u0080\u007F"}) {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            assertThat(image.set(text, value).get(text)).isEqualTo(new String(utf8, StandardCharsets.UTF_8));
            assertThat(image.length(text)).isEqualTo(utf8.length);
            assertThat(image.equal(text, value)).isTrue();
            assertThat(image.equal(text, value + "x")).isFalse();
            assertThat(image.get(text, bytes, 4)).isEqualTo(utf8.length);
            assertThat(Arrays.copyOfRange(bytes, 4, 4 + utf8.length)).isEqualTo(utf8);
            image.set(text, "other" + random.nextInt(9)).set(text, utf8, 0, utf8.length);
            assertThat(image.equal(text, value)).isTrue();
        }
        assertThatThrownBy(() -> image.get(text, new byte[2], 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void stringsCompareByUnsignedBytes() {
        var other = new Row(schema);
        arena.blank(image);
        arena.blank(other);
        String[] sorted = {"", "A", "AB", "ABCDEFGH", "ABCDEFGHI", "ABCDEFGHJ", "B", "\u00e4"};
        for (int i = 0; i < sorted.length; i++) {
            for (int k = 0; k < sorted.length; k++) {
                int difference = Strings.compare(
                    image.set(text, sorted[i]).address(), other.set(text, sorted[k]).address(), text);
                assertThat(Integer.signum(difference)).isEqualTo(Integer.compare(i, k));
            }
        }
    }

    @Test
    void overLongStringChangesNothing() {
        arena.blank(image);
        image.set(text, "before").set(tail, "t");
        assertThatThrownBy(() -> image.set(text, "seventeen bytes !")).isInstanceOf(ValueOutOfRangeException.class);
        assertThatThrownBy(() -> image.set(text, new byte[17], 0, 17)).isInstanceOf(ValueOutOfRangeException.class);
        assertThat(image.get(text)).isEqualTo("before");
        assertThat(image.get(tail)).isEqualTo("t");
    }

    @Test
    void stringIsCopiedFromAnotherRow() {
        var other = new Row(schema);
        arena.blank(image);
        arena.blank(other);
        other.set(text, "\u20acuro").set(tail, "t");
        assertThat(image.copy(text, other, text).get(text)).isEqualTo("\u20acuro");
        assertThat(image.copy(text, other, tail).get(text)).isEqualTo("t");
        assertThat(image.dirtyFrom()).isEqualTo(text.offset());
        assertThatThrownBy(() -> image.copy(tail, other, text)).isInstanceOf(ValueOutOfRangeException.class)
            .hasMessageContaining("column tail");
        assertThat(image.length(tail)).isZero();
    }

    @Test
    void imageRemembersWhichBytesChanged() {
        arena.blank(image);
        assertThat(image.dirtyFrom()).isGreaterThanOrEqualTo(image.dirtyTo());
        image.set(four, 1);
        assertThat(image.dirtyFrom()).isEqualTo(four.offset());
        assertThat(image.dirtyTo()).isEqualTo(four.offset() + 4);
        image.set(text, "ab").set(two, 3);
        assertThat(image.dirtyFrom()).isEqualTo(two.offset());
        assertThat(image.dirtyTo()).isEqualTo(text.offset() + 4);
        var again = new Row(schema);
        again.wrap(new Lifetime("the arena is open"), image.address(), true);
        assertThat(again.dirtyFrom()).isEqualTo(two.offset());
    }

    @Test
    void updateCopiesOnlyWhatChanged() {
        Table table = storage.table(schema);
        arena.blank(image);
        schema.writeKey(image, schema.key(5, 77));
        long address = table.insert(image.set(four, 4).set(two, 2));
        var row = new Row(schema);
        table.read(address, row);
        var first = new Row(schema);
        arena.copy(first, row);
        var second = new Row(schema);
        arena.copy(second, row);
        table.update(address, first.set(four, 44));
        table.update(address, second.set(money, 99));
        assertThat(row.get(four)).isEqualTo(44);
        assertThat(row.get(money)).isEqualTo(99);
        assertThat(row.get(two)).isEqualTo(2);
        assertThat(schema.keyOf(row)).isEqualTo(schema.key(5, 77));
    }

    @Test
    void arenaGivesMemoryOfALargeTransactionBack() {
        long before = OS.memory().nativeMemoryUsed();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 700_000; i++) {
                arena.blank(image);
            }
            assertThat(OS.memory().nativeMemoryUsed() - before).isGreaterThan(2 * RowArena.KEPT_BYTES_MAX);
            arena.reset();
            assertThat(OS.memory().nativeMemoryUsed() - before).isLessThanOrEqualTo(RowArena.KEPT_BYTES_MAX);
            assertThatThrownBy(() -> image.get(one)).isInstanceOf(IllegalStateException.class);
            arena.blank(image);
            assertThat(image.set(eight, 5).get(eight)).isEqualTo(5);
        }
    }

    @Test
    void arenaKeepsAddressesThroughGrowthUntilReset() {
        long firstAddress = 0;
        var random = new Random(7);
        long[] addresses = new long[20_000];
        var lifetime = new Lifetime("the arena is open");
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < addresses.length; i++) {
                arena.blank(image);
                assertThat(image.get(eight)).isZero();
                image.set(eight, i);
                addresses[i] = image.address();
            }
            assertThat(firstAddress == 0 || firstAddress == addresses[0]).isTrue();
            firstAddress = addresses[0];
            for (int n = 0; n < 1000; n++) {
                int i = random.nextInt(addresses.length);
                image.wrap(lifetime, addresses[i], false);
                assertThat(image.get(eight)).isEqualTo(i);
            }
            arena.reset();
        }
    }
}
