package io.baton.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.history.EngineHistory;
import io.baton.engine.history.TransactionHistory;
import io.baton.park.Parking;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.NanoClock;

/**
 * Records what the transactions of an engine read and write, in a file that is complete once the engine is closed:
 * {@code Engine.builder().history(HistoryRecording.to(file))}. Costs some of the throughput. If the file cannot be
 * written any further, because the disk is full for example, calls throw
 * {@link io.baton.engine.history.UnwritableHistoryException} before they do anything; what was committed stays.
 */
public final class HistoryRecording implements EngineHistory {

    private final List<TableVersions> tables;
    private final HistoryWriter writer;
    private final NanoClock clock;
    @GuardedBy("this")
    private int clients;

    private HistoryRecording(Path path, HistoryOutput.Opener output, List<Table> tables, int clientsMax,
            NanoClock clock, ThreadFactory threads, Parking parking) {
        this.tables = tables.stream().map(TableVersions::new).toList();
        this.clock = clock;
        this.writer = new HistoryWriter(path, output, tables.stream().map(table -> named(table.schema())).toList(),
            clientsMax, clock.nanoTime(), threads, parking);
    }

    /**
     * Records to a file.
     *
     * @param file where there is nothing yet: the file is created when the engine is opened, and whatever is there
     *     already is left alone and refused. Its format is in docs/history-format.md
     * @return for {@link io.baton.engine.EngineBuilder#history}
     */
    public static EngineHistory.Opener to(Path file) {
        return to(file, HistoryFile::create);
    }

    /**
     * Records elsewhere.
     *
     * @param path names the place, in messages too
     * @param output opens it, when the engine is opened
     * @return for {@link io.baton.engine.EngineBuilder#history}
     */
    public static EngineHistory.Opener to(Path path, HistoryOutput.Opener output) {
        return (tables, clientsMax, clock, threads, parking) -> new HistoryRecording(path, output, tables, clientsMax,
            clock, threads, parking);
    }

    @Override
    public synchronized TransactionHistory client() {
        return new ClientHistory(tables, writer.recorder(clients++), clock);
    }

    @Override
    public void close() {
        writer.close();
    }

    private static RecordedTable named(TableSchema schema) {
        return new RecordedTable(schema.name(), hash(schema), schema.readOnly(), columns(schema.keyParts()),
            schema.indexes().stream()
                .map(index -> new RecordedIndex(index.name(), index.scanColumns(), columns(index.parts()))).toList());
    }

    private static List<RecordedColumn> columns(List<KeyPart> parts) {
        return parts.stream().map(part -> new RecordedColumn(part.column().name(), type(part.column()),
            part.column().nullable(), part.signed(), part.bits())).toList();
    }

    private static RecordedColumn.Type type(Column column) {
        return switch (column) {
            case BooleanColumn bool -> RecordedColumn.Type.BOOLEAN;
            case BytesColumn bytes -> RecordedColumn.Type.BYTES;
            case DateColumn date -> RecordedColumn.Type.DATE;
            case DecimalColumn decimal -> RecordedColumn.Type.DECIMAL;
            case DoubleColumn number -> RecordedColumn.Type.DOUBLE;
            case LongColumn number -> RecordedColumn.Type.INTEGER;
            case StringColumn string -> RecordedColumn.Type.STRING;
            case TimestampColumn timestamp -> RecordedColumn.Type.TIMESTAMP;
            case UuidColumn uuid -> RecordedColumn.Type.UUID;
        };
    }

    /** FNV-1a of a text that says all there is to say about a schema. */
    private static long hash(TableSchema schema) {
        final String text = String.join("\n", schema.definition());
        long hash = 0xCBF2_9CE4_8422_2325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x0000_0100_0000_01B3L;
        }
        return hash;
    }
}
