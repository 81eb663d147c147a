package io.baton.deploy.store;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.Input;
import io.baton.storage.codec.RowDecoder;
import io.baton.storage.codec.WriteKind;
import io.baton.storage.codec.WriteReader;
import io.baton.storage.column.KeyPart;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Puts the writes of transactions into words: table, kind and key. One thread. */
final class WriteText implements AutoCloseable {

    private final Storage storage;
    private final RowArena arena;
    private final List<RowDecoder> decoders;
    private final WriteReader reader;
    private final Input input = new Input();

    WriteText(List<TableSchema> schemas) {
        final Storage.Builder builder = Storage.builder();
        schemas.forEach(schema -> builder.table(schema, 1));
        this.storage = builder.open();
        this.arena = storage.arena();
        this.decoders = schemas.stream().map(RowDecoder::new).toList();
        this.reader = new WriteReader(schemas.size());
    }

    /**
     * Reads the writes of a transaction.
     *
     * @param address where they are
     * @param bytes how many bytes
     * @return a text for each: orders INSERT o_w_id=1 o_d_id=2 o_id=3001. A write of a table that the newest checkpoint
     *     does not know ends the list with what is wrong
     */
    List<String> of(long address, int bytes) {
        final List<String> texts = new ArrayList<>();
        input.wrap(address, bytes);
        reader.wrap(input);
        try {
            while (reader.next()) {
                texts.add(next());
            }
        } catch (DamagedException e) {
            texts.add("not readable with the newest checkpoint's tables: " + e.getMessage());
        }
        return texts;
    }

    private String next() {
        final RowDecoder decoder = decoders.get(reader.tableNumber());
        final TableSchema schema = decoder.schema();
        arena.reset();
        final Row image = new Row(schema);
        arena.blank(image);
        decoder.key(input, image);
        final String key = schema.keyParts().stream().map(KeyPart::column)
            .map(column -> column.name() + "=" + image.value(column)).collect(Collectors.joining(" "));
        if (reader.kind() != WriteKind.DELETE) {
            decoder.body(input, image);
        }
        return schema.name() + " " + reader.kind() + " " + key;
    }

    @Override
    public void close() {
        arena.close();
        storage.close();
    }
}
