package io.baton.storage.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.Row;
import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.TransactionTooLargeException;
import io.baton.storage.column.StringColumn;
import io.baton.storage.memory.Memory;
import java.util.ArrayList;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link Output} and {@link Input}. */
@Timeout(10)
class BytesTest {
    private final Output out = new Output(10_000_000);
    private final Input in = new Input();

    @AfterEach
    void close() {
        out.close();
    }

    @Test
    void whatIsPutIsGot() {
        byte[] bytes = {1, 2, 3};
        out.putByte(-1);
        out.putInt(-2);
        out.putLong(-3);
        out.putString("h\u00e9\uD83D\uDE00");
        out.putString("");
        out.putBytes(bytes);
        out.putBytes(out.address(), 1);
        open();
        assertThat(in.getByte()).isEqualTo(255);
        assertThat(in.getInt()).isEqualTo(-2);
        assertThat(in.getLong()).isEqualTo(-3);
        assertThat(in.getString()).isEqualTo("h\u00e9\uD83D\uDE00");
        assertThat(in.getString()).isEmpty();
        byte[] back = new byte[3];
        Memory.copy(in.take(3), back, 0, 3);
        assertThat(back).isEqualTo(bytes);
        assertThat(in.position()).isEqualTo(out.size() - 1);
        assertThat(in.remaining()).isEqualTo(1);
        assertThat(in.getByte()).isEqualTo(255);
    }

    @Test
    void numbersOfAllLengthsAreAsShortAsTheyCanBe() {
        var random = new Random(1);
        var values = new ArrayList<Long>();
        for (int i = 0; i < 10_000; i++) {
            values.add(random.nextLong() >>> random.nextInt(64));
        }
        for (int bits = 0; bits < 64; bits++) {
            values.add(1L << bits);
            values.add((1L << bits) - 1);
        }
        values.add(-1L);
        for (long value : values) {
            final int before = out.size();
            out.putVarint(value);
            int bytes = Math.max(1, (64 - Long.numberOfLeadingZeros(value) + 6) / 7);
            assertThat(out.size() - before).isEqualTo(bytes);
            out.putZigzag(value);
            out.putZigzag(-value);
        }
        open();
        for (long value : values) {
            assertThat(in.getVarint()).isEqualTo(value);
            assertThat(in.getZigzag()).isEqualTo(value);
            assertThat(in.getZigzag()).isEqualTo(-value);
        }
    }

    @Test
    void malformedNumbersAreDamage() {
        refuses("a number takes more than 10 bytes", in::getVarint, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
            0);
        refuses("a number of 10 bytes ends with the byte 2", in::getVarint, 255, 255, 255, 255, 255, 255, 255, 255, 255,
            2);
        refuses("a number of 2 bytes ends with the byte 0", in::getVarint, 128, 0);
        refuses("1 bytes are wanted where 0 are left", in::getVarint, 128, 128);
        refuses("a thing is 128 where 127 is the most", () -> in.getVarint(127, "a thing"), 128, 1);
        refuses("a thing is 18446744073709551615 where 127 is the most", () -> in.getVarint(127, "a thing"),
            255, 255, 255, 255, 255, 255, 255, 255, 255, 1);
        refuses("a flag is 2, not 0 or 1", () -> in.getBoolean("a flag"), 2);
    }

    @Test
    void whatIsBehindTheEndIsDamage() {
        refuses("1 bytes are wanted where 0 are left", in::getByte);
        refuses("4 bytes are wanted where 3 are left", in::getInt, 1, 2, 3);
        refuses("8 bytes are wanted where 7 are left", in::getLong, 1, 2, 3, 4, 5, 6, 7);
        refuses("2147483647 bytes are wanted where 1 are left", in::getString, 255, 255, 255, 255, 7, 1);
        refuses("-1 bytes are wanted where 2 are left", () -> in.take(-1), 1, 2);
        refuses("a string of 1 bytes is not UTF-8", in::getString, 1, 0x80);
        assertThatThrownBy(() -> in.wrap(0, -1)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("a window of -1 bytes");
    }

    @Test
    void placesStandInFrontOfTheSentence() {
        var damage = new DamagedException("a number ends early").in("0.rows, offset 64");
        assertThat(damage).hasMessage("0.rows, offset 64: a number ends early").hasCauseInstanceOf(
            DamagedException.class);
    }

    @Test
    void outputGrowsUpToItsLimit() {
        try (var small = new Output(5000)) {
            assertThat(small.address()).isZero();
            for (int i = 0; i < 5000; i++) {
                small.putByte(i);
            }
            assertThatThrownBy(() -> small.putLong(1)).isInstanceOf(IllegalStateException.class)
                .hasMessage("5008 bytes were written where there is room for 5000");
            assertThat(small.size()).isEqualTo(5000);
            for (int i = 0; i < 5000; i++) {
                assertThat(Memory.getByte(small.address() + i)).isEqualTo((byte) i);
            }
            small.truncate(4992);
            small.putLong(1);
            assertThat(small.size()).isEqualTo(5000);
            assertThatThrownBy(() -> small.truncate(5001)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new Output(0)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("a limit of 0 bytes; 1 to 2147483647 are possible");
    }

    @Test
    void outputGivesBackWhatIsUnusuallyLarge() {
        out.putBytes(new byte[Output.KEPT_BYTES_MAX / 4]);
        long kept = out.address();
        out.clear();
        assertThat(out.address()).isEqualTo(kept);
        out.putBytes(new byte[2 * Output.KEPT_BYTES_MAX]);
        out.clear();
        assertThat(out.address()).isZero();
        out.putByte(7);
        assertThat(out.size()).isEqualTo(1);
        out.close();
        out.close();
        out.putByte(8);
        assertThat(Memory.getByte(out.address())).isEqualTo((byte) 8);
    }

    @Test
    void rowsBeyondTheLimitAreNotWritten() {
        TableSchema.Builder builder = TableSchema.named("note");
        var id = builder.int32("id");
        StringColumn text = builder.string("text", 100);
        TableSchema schema = builder.primaryKey(id.bits(31)).build();
        var encoder = new RowEncoder(schema, 1);
        try (var storage = Storage.builder().open(); var arena = storage.arena(); var small = new Output(60)) {
            var row = new Row(schema);
            arena.blank(row);
            row.set(id, 1).set(text, "x".repeat(50));
            encoder.insert(row, small);
            assertThat(small.size()).isEqualTo(54);
            assertThatThrownBy(() -> encoder.insert(row, small)).isInstanceOf(TransactionTooLargeException.class)
                .hasMessage("a transaction has too many rows of table note: its encoded writes take at most 60"
                    + " bytes; split it");
            assertThat(small.size()).isEqualTo(54);
            encoder.delete(row.address(), small);
            encoder.insert(row.set(text, ""), small);
            assertThat(small.size()).isEqualTo(59);
        }
        assertThatThrownBy(() -> new RowEncoder(schema, -1)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("table note has the number -1; 0 to 268435455 are possible");
    }

    private void refuses(String sentence, ThrowingCallable read, int... bytes) {
        out.clear();
        for (int b : bytes) {
            out.putByte(b);
        }
        open();
        assertThatThrownBy(read).isInstanceOf(DamagedException.class).hasMessage(sentence);
    }

    private void open() {
        in.wrap(out.address(), out.size());
    }
}
