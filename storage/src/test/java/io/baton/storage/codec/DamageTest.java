package io.baton.storage.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.column.Column;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.memory.Memory;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Decoders are fed with bytes that were written and then damaged. The same bytes are decoded in two places with
 * different bytes around them: what comes out must be the same, so nothing outside of the window was read. The images
 * before and behind the one that is written must stay as they are.
 */
class DamageTest {
    private static final int MUTATIONS_PER_TABLE = 4000;
    private static final int PAYLOADS = 40;
    private static final int MARGIN_BYTES = 128;
    private static final int WINDOW_BYTES = 64 * 1024;
    private static final byte GUARD = (byte) 0xA5;

    private final Storage storage = Storage.builder().open();
    private final RowArena arena = storage.arena();
    private final Output out = new Output(1 << 20);
    private final long zeros = surroundings((byte) 0);
    private final long ones = surroundings((byte) -1);
    private int damaged;
    private int intact;

    @AfterEach
    void closeAll() {
        Memory.free(zeros, MARGIN_BYTES + WINDOW_BYTES);
        Memory.free(ones, MARGIN_BYTES + WINDOW_BYTES);
        arena.close();
        out.close();
        storage.close();
    }

    private static long surroundings(byte filler) {
        long address = Memory.allocate(MARGIN_BYTES + WINDOW_BYTES);
        fill(address, MARGIN_BYTES + WINDOW_BYTES, filler);
        return address;
    }

    private static void fill(long address, int bytes, byte filler) {
        for (int i = 0; i < bytes; i++) {
            Memory.putByte(address + i, filler);
        }
    }

    @Test
    @Tag("thorough")
    @Timeout(60)
    void twoHundredThousandMutationsAreDamageOrValues() throws InterruptedException, ExecutionException {
        mutate(0, 50);
        assertThat(damaged).isGreaterThan(40_000);
        assertThat(intact).isGreaterThan(10_000);
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void tenMillionMutationsAreDamageOrValues() throws InterruptedException, ExecutionException {
        mutate(1000, 2500);
    }

    /** Works on a thread of its own: its stack is short, so a million exceptions take less time. */
    private void mutate(int firstSeed, int tables) throws InterruptedException, ExecutionException {
        var work = new FutureTask<@Nullable Void>(() -> {
            for (int seed = firstSeed; seed < firstSeed + tables; seed++) {
                try {
                    mutate(new Random(seed));
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("seed " + seed, e);
                }
            }
        }, null);
        new Thread(work).start();
        work.get();
    }

    private void mutate(Random random) {
        var table = new RandomTable(random);
        var target = new Target(table);
        byte[][] payloads = new byte[PAYLOADS][];
        for (int i = 0; i < PAYLOADS; i++) {
            payloads[i] = payload(table, random);
        }
        arena.reset();
        target.open();
        for (int i = 0; i < MUTATIONS_PER_TABLE; i++) {
            byte[] bytes = mutated(payloads[random.nextInt(PAYLOADS)], random);
            String first = target.decode(zeros, bytes);
            if (i % 4 == 0) {
                byte[] image = target.image();
                assertThat(target.decode(ones, bytes)).isEqualTo(first);
                assertThat(target.image()).isEqualTo(image);
            }
            if (first == null) {
                intact++;
                if (i % 16 == 0) {
                    target.checkValues();
                }
            } else {
                damaged++;
            }
        }
        target.checkGuards();
    }

    private byte[] payload(RandomTable table, Random random) {
        arena.reset();
        out.clear();
        var encoder = new RowEncoder(table.schema, random.nextInt(3));
        Row row = table.row(arena);
        var changed = new Row(table.schema);
        arena.copy(changed, row);
        table.change(changed, 3);
        switch (random.nextInt(4)) {
            case 0 -> encoder.delete(row.address(), out);
            case 1 -> encoder.replace(row, out);
            case 2 -> encoder.update(row.address(), changed, out);
            default -> encoder.insert(row, out);
        }
        encoder.insert(changed, out);
        byte[] bytes = new byte[out.size()];
        Memory.copy(out.address(), bytes, 0, bytes.length);
        return bytes;
    }

    private static byte[] mutated(byte[] payload, Random random) {
        byte[] bytes = payload.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> bytes[at] = (byte) -1;
                case 3 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 12), (byte) 0xFF);
                case 4 -> bytes = Arrays.copyOf(bytes, 1 + at);
                default -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
                    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }

    /** An image with another in front of it and one behind. */
    private final class Target {
        private final RandomTable table;
        private final RowDecoder decoder;
        private final Input in = new Input();
        private final WriteReader writes = new WriteReader(3);
        private final Row before;
        private final Row image;
        private final Row behind;
        private final Row copy;

        Target(RandomTable table) {
            this.table = table;
            decoder = new RowDecoder(table.schema);
            before = new Row(table.schema);
            image = new Row(table.schema);
            behind = new Row(table.schema);
            copy = new Row(table.schema);
        }

        void open() {
            arena.blank(before);
            arena.blank(image);
            arena.blank(behind);
            arena.blank(copy);
            int bytes = table.schema.imageBytes();
            assertThat(image.address() - before.address()).isLessThan(bytes + 16);
            assertThat(behind.address() - image.address()).isLessThan(bytes + 16);
            fill(before.address(), bytes, GUARD);
            fill(behind.address(), bytes, GUARD);
        }

        /** Returns what was said about damage, or null. */
        @Nullable
        String decode(long surroundings, byte[] bytes) {
            // At the end, so that only other bytes of the margin could be read behind it, or what is not there.
            long window = surroundings + WINDOW_BYTES - bytes.length;
            Memory.copy(bytes, 0, window, bytes.length);
            in.wrap(window, bytes.length);
            writes.wrap(in);
            Memory.zero(image.address(), table.schema.imageBytes());
            String damage = null;
            try {
                while (writes.next()) {
                    decoder.key(in, image);
                    if (writes.kind() != WriteKind.DELETE) {
                        decoder.body(in, image);
                    }
                }
            } catch (DamagedException e) {
                damage = e.getMessage();
            }
            fill(window, bytes.length, Memory.getByte(surroundings));
            return damage;
        }

        byte[] image() {
            byte[] bytes = new byte[table.schema.imageBytes()];
            Memory.copy(image.address(), bytes, 0, bytes.length);
            return bytes;
        }

        /** Every value is one that could have been set. */
        void checkValues() {
            assertThat(table.schema.describe(table.schema.keyOf(image))).isNotEmpty();
            for (Column column : table.schema.columns()) {
                if (column instanceof StringColumn string && !image.isNull(column)) {
                    copy.copy(string, image, string); // Whether it is UTF-8 is not for storage to say.
                } else if (column instanceof LongColumn decimal && decimal.scale() > 0 && !image.isNull(column)
                    && (image.get(decimal) < decimal.min() || image.get(decimal) > decimal.max())) {
                    continue; // Stores of earlier versions have decimals of 19 digits, which stay readable.
                } else {
                    copy.setValue(column, image.value(column));
                }
                assertThat(copy.value(column)).isEqualTo(image.value(column));
            }
        }

        void checkGuards() {
            for (int i = 0; i < table.schema.imageBytes(); i++) {
                assertThat(Memory.getByte(before.address() + i)).isEqualTo(GUARD);
                assertThat(Memory.getByte(behind.address() + i)).isEqualTo(GUARD);
            }
            assertThat(image.dirtyFrom()).isNotNegative();
            assertThat(image.dirtyTo()).isLessThanOrEqualTo(table.schema.imageBytes());
        }
    }
}
