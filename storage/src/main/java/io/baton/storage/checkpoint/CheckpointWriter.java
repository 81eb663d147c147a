package io.baton.storage.checkpoint;

import io.baton.storage.Table;
import io.baton.storage.TableCopy;
import io.baton.storage.TableSchema;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.Output;
import io.baton.storage.codec.RowEncoder;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * Writes checkpoints of a store, one after the other. One thread at a time, which may be any; transactions run
 * meanwhile. One that fails removes what it has written; what it cannot remove, and what a process that ends leaves
 * behind, is removed by the next one, or when the store is opened.
 */
public final class CheckpointWriter {
    /** How many checkpoints are kept. */
    public static final int KEPT = 2;

    private final Path directory;
    private final UUID storeId;
    private final InstantSource wallClock;
    private final NanoClock clock;
    private final LongConsumer pause;
    private final RowsWriter writer = new RowsWriter();
    private LongSupplier bytesPerSecond = () -> Long.MAX_VALUE;
    /** How many bases there were with the last checkpoint that was completed. */
    private int bases;
    /** The same with bases that may or may not be on disk: no other one has their number. */
    private int basesGiven;
    private boolean loaded;
    /** The number of the last checkpoint that is on disk; 0 if this writer has not written one. */
    private long written;
    /** The same, or of the one that was there before; 0 if it was not requested. */
    private volatile long newest;
    /** The number of the last checkpoint that was begun; 0 if there was none. */
    private long attempted;

    /**
     * Makes a writer.
     *
     * @param directory where the checkpoints are, which is there
     * @param storeId the store's id
     * @param wallClock gives the time in the manifest
     * @param clock gives the time for {@link #bytesPerSecond}
     * @param pause waits for about so many nanoseconds, or less; what it throws ends the writing
     */
    public CheckpointWriter(Path directory, UUID storeId, InstantSource wallClock, NanoClock clock,
            LongConsumer pause) {
        this.directory = directory;
        this.storeId = storeId;
        this.wallClock = wallClock;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * Sets how fast the next checkpoints are written, so that transactions keep their speed.
     *
     * @param bytes bytes of files per second, asked time and again on the writing thread: at least 1;
     *     {@link Long#MAX_VALUE}, which it is otherwise, for no limit
     */
    public CheckpointWriter bytesPerSecond(LongSupplier bytes) {
        bytesPerSecond = bytes;
        return this;
    }

    /**
     * Says how many bases the store's checkpoints had so far; none unless told otherwise. Each one that is written
     * counts.
     */
    public CheckpointWriter bases(int before) {
        bases = before;
        basesGiven = before;
        return this;
    }

    /** Returns how many bases there were so far, with the last checkpoint that was completed. */
    public int bases() {
        return bases;
    }

    /** Says whether the first load of the store has ended, which checkpoints tell; no unless told otherwise. */
    public CheckpointWriter loaded(boolean now) {
        loaded = now;
        return this;
    }

    /** Returns whether the first load of the store has ended. */
    public boolean loaded() {
        return loaded;
    }

    /** Writes a checkpoint of tables with the schemas that they were declared with; see {@link #writeAs}. */
    public Checkpoint write(List<Table> tables, boolean base, long beginLsn, LongSupplier endLsn,
            LongConsumer awaitForced) throws IOException {
        return writeAs(tables, tables.stream().map(Table::schema).toList(), base, beginLsn, endLsn, awaitForced);
    }

    /**
     * Writes a checkpoint and removes older ones.
     *
     * @param tables all tables of the store, in the order of the numbers that the log names them by
     * @param schemas the tables' schemas with the indexes as they are now
     * @param base whether something has changed without a log since the last checkpoint, such as the schema or what was
     *     loaded in bulk: then all older ones are removed. Otherwise the one before is kept
     * @param beginLsn what was applied to the tables by now and will be later is told apart by this LSN: all
     *     that is not yet applied lies behind it
     * @param endLsn asked once after the last row was copied: the end of the log
     * @param awaitForced waits until the log is forced up to an LSN; what it throws ends the writing
     * @throws IOException if a file cannot be written, forced or renamed; older checkpoints are as they were, or only
     *     one too many of them is there
     */
    public Checkpoint writeAs(List<Table> tables, List<TableSchema> schemas, boolean base, long beginLsn,
            LongSupplier endLsn, LongConsumer awaitForced) throws IOException {
        return SteadyThread.call(() -> writeSteadily(tables, schemas, base, beginLsn, endLsn, awaitForced));
    }

    private Checkpoint writeSteadily(List<Table> tables, List<TableSchema> schemas, boolean base, long beginLsn,
            LongSupplier endLsn, LongConsumer awaitForced) throws IOException {
        List<Long> before = CheckpointFiles.numbers(directory);
        long number = before.isEmpty() ? 1 : before.getFirst() + 1;
        attempted = number;
        Path complete = directory.resolve(CheckpointFiles.name(number));
        Path unfinished = directory.resolve(CheckpointFiles.name(number) + CheckpointFiles.UNFINISHED);
        CheckpointFiles.deleteUnfinished(directory);
        Manifest manifest;
        try {
            CheckpointFiles.createDirectory(unfinished);
            List<Manifest.Entry> entries = writeTables(unfinished, tables, schemas, number, beginLsn);
            long end = endLsn.getAsLong();
            awaitForced.accept(end);
            long micros = ChronoUnit.MICROS.between(Instant.EPOCH, wallClock.instant());
            // A failure from now on may leave a base behind.
            basesGiven += base ? 1 : 0;
            manifest = new Manifest(storeId, number, base, loaded, beginLsn, end, micros, base ? basesGiven : bases,
                entries);
            writeManifest(unfinished.resolve(CheckpointFiles.MANIFEST), manifest);
            CheckpointFiles.forceDirectory(unfinished);
            CheckpointFiles.rename(unfinished, complete);
            CheckpointFiles.forceDirectory(directory);
            bases = manifest.bases();
            written = number;
            newest = number;
        } catch (Throwable e) {
            discard(unfinished, e);
            throw e;
        }
        removeOlder(before, base ? 0 : KEPT - 1);
        return new Checkpoint(complete, manifest);
    }

    /** The log may need the room of what is not finished. */
    private static void discard(Path unfinished, Throwable why) {
        try {
            CheckpointFiles.deleteTree(unfinished);
        } catch (IOException | RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    private List<Manifest.Entry> writeTables(Path to, List<Table> tables, List<TableSchema> schemas, long checkpoint,
            long beginLsn) throws IOException {
        var entries = new ArrayList<Manifest.Entry>();
        var pace = new RateLimiter(clock, pause, bytesPerSecond);
        for (int i = 0; i < tables.size(); i++) {
            Table table = tables.get(i);
            long rows = writeTable(to, table, i, checkpoint, beginLsn, pace);
            entries.add(new Manifest.Entry(schemas.get(i), rows, writer.bytes()));
        }
        return entries;
    }

    /** Returns the number of rows. */
    private long writeTable(Path to, Table table, int number, long checkpoint, long beginLsn, RateLimiter pace)
            throws IOException {
        var encoder = new RowEncoder(table.schema(), number);
        long rows = 0;
        try (FileChannel file = CheckpointFiles.create(to.resolve(CheckpointFiles.rows(number)));
            var out = new Output(RowsFile.BLOCK_BYTES_MAX); var copy = new TableCopy(table)) {
            RowsFile.writeHeader(number, storeId, beginLsn, checkpoint, out);
            writer.begin(file, out);
            LongConsumer encode = row -> encoder.row(row, out);
            int inBlock = 1;
            while (inBlock > 0) {
                out.clear();
                inBlock = fillBlock(copy, encode, out);
                writer.block(file, out, inBlock);
                rows += inBlock;
                pace.passed(out.size());
            }
            file.force(true);
        }
        return rows;
    }

    private static int fillBlock(TableCopy copy, LongConsumer encode, Output out) {
        int rows = 0;
        int more = 1;
        while (more > 0 && out.size() < RowsFile.BLOCK_BYTES) {
            more = copy.next(encode);
            rows += more;
        }
        return rows;
    }

    private void writeManifest(Path to, Manifest manifest) throws IOException {
        try (FileChannel file = CheckpointFiles.create(to); var out = new Output(Manifest.BYTES_MAX)) {
            manifest.write(out);
            writer.begin(file, out);
            file.force(true);
        }
    }

    /**
     * Returns the number of the last checkpoint that is on disk for certain, be it that older ones could not be removed
     * and the call that wrote it has thrown; 0 if this writer has not written one.
     */
    public long written() {
        return written;
    }

    /** Returns whether the newest checkpoint exists: it may have been deleted or moved. */
    public boolean hasNewest() throws IOException {
        if (newest == 0) {
            newest = CheckpointFiles.numbers(directory).stream().findFirst().orElse(0L);
        }
        return CheckpointFiles.isThere(directory, newest);
    }

    /**
     * Takes back what is left of the last call of {@link #writeAs} if that has thrown and the checkpoint is not
     * {@link #written}: no recovery will take it, and if it is a base, it does not count.
     *
     * @throws IOException if that cannot be determined
     */
    public void settle() throws IOException {
        if (attempted != written) {
            CheckpointFiles.withdraw(directory, attempted);
            basesGiven = bases;
        }
    }

    private void removeOlder(List<Long> before, int kept) throws IOException {
        for (long number : before.subList(Math.min(kept, before.size()), before.size())) {
            CheckpointFiles.deleteCheckpoint(directory, number);
        }
    }

    /**
     * Returns the LSN from which on the log is needed by some checkpoint: what ends before can be removed.
     *
     * @throws IOException if a manifest cannot be read
     */
    public long logNeededFrom() throws IOException {
        var reader = new CheckpointReader(directory, storeId);
        long needed = Long.MAX_VALUE;
        for (long number : reader.numbers()) {
            needed = Math.min(needed, neededBy(reader, number));
        }
        return needed == Long.MAX_VALUE ? 0 : needed;
    }

    private static long neededBy(CheckpointReader reader, long number) throws IOException {
        try {
            return reader.open(number).manifest().beginLsn();
        } catch (DamagedException e) {
            // It is of no use with any log.
            return Long.MAX_VALUE;
        }
    }
}
