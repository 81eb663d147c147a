package io.baton.storage.checkpoint;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.TableRestore;
import io.baton.storage.ValueOutOfRangeException;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.Input;
import io.baton.storage.codec.OtherVersionException;
import io.baton.storage.codec.RowDecoder;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.IntConsumer;

/**
 * Reads the checkpoints of a store. For any number of threads. Damage is a {@link DamagedException} that names
 * the file and, within one, the offset; what the system cannot read is an {@link IOException}.
 */
public final class CheckpointReader {
    private final Path directory;
    private final UUID storeId;

    /**
     * Makes a reader.
     *
     * @param directory where the checkpoints are, which is there
     * @param storeId the store's id
     */
    public CheckpointReader(Path directory, UUID storeId) {
        this.directory = directory;
        this.storeId = storeId;
    }

    /** Returns the numbers of all checkpoints, the newest first, damaged or not. */
    public List<Long> numbers() throws IOException {
        return CheckpointFiles.numbers(directory);
    }

    /**
     * Reads a checkpoint's manifest; the tables' files are not looked at.
     *
     * @throws DamagedException if it is damaged, missing, or of another store or checkpoint
     * @throws OtherVersionException if another version of Baton has written it
     */
    public Checkpoint open(long number) throws IOException {
        Path checkpoint = directory.resolve(CheckpointFiles.name(number));
        Path path = checkpoint.resolve(CheckpointFiles.MANIFEST);
        try (FileChannel file = CheckpointFiles.open(path)) {
            var reader = new RowsReader(file);
            long address = reader.readAll(Manifest.BYTES_MAX);
            Manifest manifest = Manifest.read(address, (int) reader.fileBytes());
            if (!manifest.storeId().equals(storeId)) {
                throw new DamagedException("it is of the store %s, and this is the store %s"
                    .formatted(manifest.storeId(), storeId));
            }
            if (manifest.number() != number) {
                throw new DamagedException("it is of checkpoint %s".formatted(CheckpointFiles.name(manifest.number())));
            }
            return new Checkpoint(checkpoint, manifest);
        } catch (NoSuchFileException e) {
            throw new DamagedException("the file is missing", e).in(path.toString());
        } catch (DamagedException e) {
            throw e.in(path.toString());
        } catch (OtherVersionException e) {
            throw e.in(path.toString());
        }
    }

    /**
     * Puts all rows of a checkpoint's table into a table. The tables of one checkpoint may be filled at once, on a
     * thread each.
     *
     * @param table the table's number
     * @param decoder of the schema in the manifest
     * @param into the table to fill, of the decoder's schema
     * @param arena of the storage that is filled, of this thread alone; it is reset
     * @param rows is told after every block how many rows it had
     * @throws DamagedException if the file is damaged, missing, or another one; the table has some of the rows then
     */
    public void fill(Checkpoint checkpoint, int table, RowDecoder decoder, TableRestore into, RowArena arena,
            IntConsumer rows) throws IOException {
        var image = new Row(decoder.schema());
        read(checkpoint, table, (reader, in) -> {
            for (int i = 0; i < reader.rows(); i++) {
                arena.reset();
                arena.blank(image);
                decoder.row(in, image);
                into.put(image);
            }
            if (in.remaining() != 0) {
                throw new DamagedException("%d bytes are behind the %d rows of a block"
                    .formatted(in.remaining(), reader.rows()));
            }
            rows.accept(reader.rows());
        });
    }

    /** Is handed block by block. */
    private interface Block {
        void read(RowsReader reader, Input rows);
    }

    /** Reads a table's file, all of whose check values must be right. */
    private static void read(Checkpoint checkpoint, int table, Block block) throws IOException {
        Path path = checkpoint.directory().resolve(CheckpointFiles.rows(table));
        try (FileChannel file = CheckpointFiles.open(path)) {
            var reader = new RowsReader(file);
            try {
                reader.requireHeader(table, checkpoint.manifest());
                long done = readBlocks(reader, block);
                long expected = checkpoint.manifest().tables().get(table).rows();
                if (done != expected) {
                    throw new DamagedException("it has %d rows, and the manifest says %d".formatted(done, expected));
                }
            } catch (DamagedException e) {
                throw e.in("%s, at offset %d".formatted(path, reader.blockOffset()));
            } catch (ValueOutOfRangeException e) {
                throw new DamagedException(String.valueOf(e.getMessage()), e)
                    .in("%s, at offset %d".formatted(path, reader.blockOffset()));
            }
        } catch (NoSuchFileException e) {
            throw new DamagedException("the file is missing", e).in(path.toString());
        }
    }

    private static long readBlocks(RowsReader reader, Block block) throws IOException {
        var in = new Input();
        long done = 0;
        while (reader.next(in)) {
            block.read(reader, in);
            done += reader.rows();
        }
        return done;
    }

    /**
     * Verifies all check values of a checkpoint's tables, and keeps nothing of them.
     *
     * @throws DamagedException if a file is damaged, missing, or another one
     */
    public void verify(Checkpoint checkpoint) throws IOException {
        SteadyThread.call(() -> {
            for (int table = 0; table < checkpoint.manifest().tables().size(); table++) {
                read(checkpoint, table, (reader, rows) -> {});
            }
            return this;
        });
    }

    /** Removes what an unfinished checkpoint has left behind. */
    public void removeUnfinished() throws IOException {
        CheckpointFiles.deleteUnfinished(directory);
    }

    /** Renames a damaged checkpoint, so that it is kept, but no longer counts as one. At most one is kept so. */
    public void setAside(long number) throws IOException {
        CheckpointFiles.setAside(directory, number);
    }

    /** Removes a checkpoint. */
    public void remove(long number) throws IOException {
        CheckpointFiles.deleteCheckpoint(directory, number);
    }
}
