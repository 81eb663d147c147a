package io.baton.storage.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.memory.Memory;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SchemaCodecTest {
    private static final int SCHEMAS = 2000;
    private static final int MUTATIONS = 30;

    private final Output out = new Output(1 << 20);
    private final Input in = new Input();

    @AfterEach
    void close() {
        out.close();
    }

    @Test
    void schemasRoundTrip() {
        for (int seed = 0; seed < SCHEMAS; seed++) {
            TableSchema schema = new RandomTable(new Random(seed)).schema;
            out.clear();
            SchemaCodec.write(schema, out);
            in.wrap(out.address(), out.size());
            TableSchema read = SchemaCodec.read(in);
            assertThat(read.difference(schema)).as("seed %d", seed).isNull();
            assertThat(read.sameAs(schema)).isTrue();
            assertThat(in.remaining()).isZero();
        }
    }

    @Test
    @Tag("thorough")
    void damagedSchemasAreDamageOrSchemas() {
        int damaged = 0;
        for (int seed = 0; seed < SCHEMAS; seed++) {
            var random = new Random(seed);
            TableSchema schema = new RandomTable(random).schema;
            out.clear();
            SchemaCodec.write(schema, out);
            byte[] bytes = new byte[out.size()];
            Memory.copy(out.address(), bytes, 0, bytes.length);
            for (int i = 0; i < MUTATIONS; i++) {
                out.clear();
                out.putBytes(bytes);
                long at = out.address() + random.nextInt(bytes.length);
                Memory.putByte(at, (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt()));
                in.wrap(out.address(), random.nextInt(8) == 0 ? random.nextInt(bytes.length) : bytes.length);
                try {
                    assertThat(SchemaCodec.read(in).definition()).isNotEmpty();
                } catch (DamagedException e) {
                    damaged++;
                } catch (RuntimeException e) {
                    throw new AssertionError("seed " + seed, e);
                }
            }
        }
        assertThat(damaged).isGreaterThan(SCHEMAS * MUTATIONS / 10);
    }

    @Test
    void whatIsNoSchemaIsNamed() {
        TableSchema.Builder builder = TableSchema.named("t");
        LongColumn id = builder.int32("id");
        StringColumn name = builder.string("name", 9);
        builder.primaryKey(id.bits(20));
        builder.index("by_name", 1, name.part());
        SchemaCodec.write(builder.build(), out);
        // Name, flags, count; name and type of both columns; key; index.
        refuses(2, 4, "table t: the flags of a schema are 0x04");
        refuses(3, 100, "the number of columns is 100, but only 37 bytes follow");
        refuses(7, 10, "column id is of type 10 with the numbers 4 and 0");
        refuses(7, 3, "column id is of type 3 with the numbers 4 and 0");
        refuses(8, 2, "the flag of a nullable column is 2, not 0 or 1");
        refuses(8, 1, "what is encoded is no schema: table t: column id may be NULL, so it cannot be part of the"
            + " primary key");
        refuses(9, 3, "column id is an integer of 3 bytes");
        refuses(10, 1, "column id is of type 1 with the numbers 4 and 1");
        refuses(18, 0, "what is encoded is no schema: table t: column name has 0 bytes; 1 to 65535 are possible");
        refuses(21, 2, "the number of a column is 2 where 1 is the most");
        refuses(22, 33, "what is encoded is no schema: table t, column id: 33 bits in a key, but 1 to 32 are possible");
        refuses(24, 1, "table t: 1 scan columns of a key that is not ordered");
        refuses(25, 2, "what is encoded is no schema: table t: 2 lock columns, but 1 key columns");
        refuses(35, 2, "the flag of a unique index is 2, not 0 or 1");
        refuses(36, 2, "what is encoded is no schema: table t: index by_name has 1 parts and 2 scan columns");
        refuses(39, 71, "what is encoded is no schema: table t, column name: use its part(), which knows how many bits"
            + " it takes");
        Memory.putByte(out.address() + 35, (byte) 1);
        refuses(36, 0, "scans of the unique index by_name bind 0 of 1 parts");
    }

    private void refuses(int offset, int value, String sentence) {
        byte before = Memory.getByte(out.address() + offset);
        Memory.putByte(out.address() + offset, (byte) value);
        in.wrap(out.address(), out.size());
        assertThatThrownBy(() -> SchemaCodec.read(in)).isInstanceOf(DamagedException.class).hasMessage(sentence);
        Memory.putByte(out.address() + offset, before);
    }
}
