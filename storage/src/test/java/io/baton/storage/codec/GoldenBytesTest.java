package io.baton.storage.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.memory.Memory;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The worked example of storage/spec/7-encoding.md, byte by byte. */
@Timeout(10)
class GoldenBytesTest {
    private final TableSchema.Builder builder = TableSchema.named("item");
    private final LongColumn shop = builder.int16("shop");
    private final LongColumn id = builder.int32("id");
    private final StringColumn name = builder.string("name", 24);
    private final LongColumn price = builder.decimal("price", 2);
    private final LongColumn stock = builder.nullable().int32("stock");
    private final BooleanColumn sold = builder.bool("sold");
    private final TableSchema schema;
    private final Storage storage = Storage.builder().open();
    private final RowArena arena = storage.arena();
    private final Output out = new Output(1000);
    private final RowEncoder encoder;
    private final Row row;

    GoldenBytesTest() {
        builder.primaryKey(shop.bits(10), id.signed(20)).ordered(1);
        builder.index("by_name", 1, name.part());
        schema = builder.build();
        encoder = new RowEncoder(schema, 3);
        row = new Row(schema);
        arena.blank(row);
        row.set(shop, 2).set(id, -100).set(name, "t\u00e9").set(price, 1999);
    }

    @AfterEach
    void closeAll() {
        arena.close();
        out.close();
        storage.close();
    }

    @Test
    void insert() {
        encoder.insert(row, out);
        assertThat(bytes()).isEqualTo("0c 04 c7 01 0c 03 74 c3 a9 9e 1f");
    }

    @Test
    void update() {
        var changed = new Row(schema);
        arena.copy(changed, row);
        changed.set(price, 1999).set(stock, 0).set(sold, true);
        assertThat(encoder.update(row.address(), changed, out)).isTrue();
        assertThat(bytes()).isEqualTo("0d 04 c7 01 30 01 00 01");
    }

    @Test
    void aChangeInTheMiddleOfAColumnIsSeen() {
        var changed = new Row(schema);
        arena.copy(changed, row);
        Memory.putByte(changed.writableAddress() + price.offset() + 1, (byte) 0);
        changed.changed(price.offset() + 1, price.offset() + 2);
        assertThat(encoder.update(row.address(), changed, out)).isTrue();
        assertThat(bytes()).isEqualTo("0d 04 c7 01 08 9e 03");
    }

    @Test
    void delete() {
        encoder.delete(row.address(), out);
        assertThat(bytes()).isEqualTo("0e 04 c7 01");
    }

    @Test
    void replaceAndRow() {
        encoder.replace(row, out);
        assertThat(bytes()).isEqualTo("0f 04 c7 01 0c 03 74 c3 a9 9e 1f");
        out.clear();
        encoder.row(row.address(), out);
        assertThat(bytes()).isEqualTo("04 c7 01 0c 03 74 c3 a9 9e 1f");
    }

    @Test
    void schema() {
        SchemaCodec.write(schema, out);
        assertThat(bytes()).isEqualTo(String.join(" ",
            "04 69 74 65 6d 02",
            "06",
            "04 73 68 6f 70 01 00 02 00",
            "02 69 64 01 00 04 00",
            "04 6e 61 6d 65 08 00 18 00",
            "05 70 72 69 63 65 01 00 08 02",
            "05 73 74 6f 63 6b 01 01 04 00",
            "04 73 6f 6c 64 03 00 00 00",
            "02 00 0a 00 01 14 01 01 02",
            "01",
            "07 62 79 5f 6e 61 6d 65 00 01 01 02 c0 01 00"));
    }

    private String bytes() {
        byte[] bytes = new byte[out.size()];
        Memory.copy(out.address(), bytes, 0, bytes.length);
        return HexFormat.ofDelimiter(" ").formatHex(bytes);
    }
}
