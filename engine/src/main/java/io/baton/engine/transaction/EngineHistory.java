package io.baton.engine.transaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.history.HistoryColumn;
import io.baton.engine.history.HistoryIndex;
import io.baton.engine.history.HistoryOutput;
import io.baton.engine.history.HistoryTable;
import io.baton.engine.history.HistoryWriter;
import io.baton.engine.history.VersionCounters;
import io.baton.park.Parking;
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
 * What an engine that records a history has besides: the file, and the version counters of rows that are not there
 * and of index prefixes. The versions of rows that are there stand beside the rows.
 */
public final class EngineHistory implements AutoCloseable {

    private final HistoryWriter writer;
    private final NanoClock clock;
    private final VersionCounters[] absent;
    private final VersionCounters[][] prefixes;
    @GuardedBy("this")
    private int clients;

    public EngineHistory(Path path, HistoryOutput.Opener opener, List<EngineTable> tables, NanoClock clock,
            int clientsMax, ThreadFactory threads, Parking parking) {
        this.clock = clock;
        this.absent = new VersionCounters[tables.size()];
        this.prefixes = new VersionCounters[tables.size()][];
        for (int i = 0; i < absent.length; i++) {
            absent[i] = new VersionCounters();
            prefixes[i] = new VersionCounters[tables.get(i).indexCount()];
            for (int j = 0; j < prefixes[i].length; j++) {
                prefixes[i][j] = new VersionCounters();
            }
        }
        this.writer = new HistoryWriter(path, opener, tables.stream().map(table -> named(table.schema)).toList(),
            clientsMax, clock.nanoTime(), threads, parking);
    }

    /** Makes the history of one more client. */
    public synchronized ClientHistory client() {
        return new ClientHistory(this, writer.recorder(clients++), clock);
    }

    VersionCounters absent(EngineTable table) {
        return absent[table.ordinal];
    }

    VersionCounters prefixes(EngineTable.EngineIndex index) {
        return prefixes[index.table().ordinal][index.number];
    }

    @Override
    public void close() {
        writer.close();
    }

    private static HistoryTable named(TableSchema schema) {
        return new HistoryTable(schema.name(), hash(schema), schema.readOnly(), columns(schema.keyParts()),
            schema.indexes().stream()
                .map(index -> new HistoryIndex(index.name(), index.scanColumns(), columns(index.parts()))).toList());
    }

    private static List<HistoryColumn> columns(List<KeyPart> parts) {
        return parts.stream().map(part -> new HistoryColumn(part.column().name(), type(part.column()),
            part.column().nullable(), part.signed(), part.bits())).toList();
    }

    private static HistoryColumn.Type type(Column column) {
        return switch (column) {
            case BooleanColumn bool -> HistoryColumn.Type.BOOLEAN;
            case BytesColumn bytes -> HistoryColumn.Type.BYTES;
            case DateColumn date -> HistoryColumn.Type.DATE;
            case DecimalColumn decimal -> HistoryColumn.Type.DECIMAL;
            case DoubleColumn number -> HistoryColumn.Type.DOUBLE;
            case LongColumn number -> HistoryColumn.Type.INTEGER;
            case StringColumn string -> HistoryColumn.Type.STRING;
            case TimestampColumn timestamp -> HistoryColumn.Type.TIMESTAMP;
            case UuidColumn uuid -> HistoryColumn.Type.UUID;
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
