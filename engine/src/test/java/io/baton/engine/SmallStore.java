package io.baton.engine;

import io.baton.storage.TableSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Opens durable engines that are as small as can be, so that thousands of them can be opened one after the other. */
public final class SmallStore {

    private static final int LOCK_SLOTS = 1 << 8;
    private static final long MEMORY_BYTES = 64 << 20;
    private static final long ROWS_EXPECTED = 64;
    private static final long SEGMENT_BYTES = 16 << 10;
    private static final int BUFFER_BYTES = 64 << 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private SmallStore() {
    }

    /** Opens an engine without background checkpoints, whose log has the smallest segments. */
    public static Engine open(Path directory, Durability durability, List<TableSchema> tables) {
        final EngineBuilder builder = Engine.builder().clients(2).lockSlots(LOCK_SLOTS).memoryBytes(MEMORY_BYTES)
            .callTimeout(TIMEOUT);
        tables.forEach(table -> builder.table(table, ROWS_EXPECTED));
        final DataDirectory data = new DataDirectory(directory).durability(durability);
        data.segmentBytes = SEGMENT_BYTES;
        data.bufferBytes = BUFFER_BYTES;
        return builder.data(data).open();
    }
}
