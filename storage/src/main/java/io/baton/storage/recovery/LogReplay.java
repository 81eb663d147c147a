package io.baton.storage.recovery;

import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableRestore;
import io.baton.storage.ValueOutOfRangeException;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.Input;
import io.baton.storage.codec.RowDecoder;
import io.baton.storage.codec.WriteReader;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.TransactionReader;
import io.baton.storage.memory.Memory;
import java.util.stream.IntStream;

/** Applies a log to the tables of a checkpoint, whose state may be that of any later moment, row by row. One thread. */
final class LogReplay {
    /** Bytes of log after which progress is reported again. */
    private static final long REPORTED_BYTES = 1 << 20;

    private final Filling filling;
    private final RecoveryProgress progress;
    private final Row[] images;
    private final Input in = new Input();
    private final WriteReader writeReader;
    private long exactFrom = Long.MAX_VALUE;
    private boolean exact;
    private long transactions;
    private long writes;

    LogReplay(Filling filling, RecoveryProgress progress) {
        this.filling = filling;
        this.progress = progress;
        this.images = IntStream.range(0, filling.count())
            .mapToObj(i -> new Row(filling.decoder(i).schema())).toArray(Row[]::new);
        this.writeReader = new WriteReader(filling.count());
    }

    /**
     * Says from which LSN on the tables have the very state that the log was written at: then a row that is changed or
     * deleted is there.
     */
    LogReplay exactFrom(long lsn) {
        exactFrom = lsn;
        return this;
    }

    /**
     * Applies what is complete before an LSN.
     *
     * @param reader at its beginning; it is left at the end of the log, or of the record that ends at {@code until}
     * @param until where a record ends: what comes behind is not even looked at; {@link Long#MAX_VALUE} for all
     * @throws DamagedException if the log is damaged before
     */
    void run(LogReader reader, long until) {
        try (var transaction = new TransactionReader(); var arena = filling.storage().arena()) {
            // One image for all writes of a table.
            for (Row image : images) {
                arena.blank(image);
            }
            long reported = reader.fromLsn();
            long done = reported;
            while (done < until && reader.next()) {
                done = reader.endLsn();
                if (transaction.add(reader)) {
                    apply(reader, transaction);
                }
                if (done - reported >= REPORTED_BYTES) {
                    reported = done;
                    progress.progress(RecoveryPhase.LOG, reported - reader.fromLsn(), 0);
                }
            }
            if (done < until && until != Long.MAX_VALUE) {
                throw new DamagedException("the log ends at LSN %d, and a moment ago it had LSN %d"
                    .formatted(done, until));
            }
        }
    }

    private void apply(LogReader reader, TransactionReader transaction) {
        in.wrap(transaction.address(), transaction.bytes());
        writeReader.wrap(in);
        exact = transaction.firstLsn() >= exactFrom;
        try {
            while (writeReader.next()) {
                apply(writeReader.tableNumber());
                writes++;
            }
        } catch (DamagedException e) {
            throw e.in(reader.place());
        } catch (ValueOutOfRangeException e) {
            throw new DamagedException(String.valueOf(e.getMessage()), e).in(reader.place());
        }
        transactions++;
    }

    private void apply(int number) {
        TableRestore table = filling.table(number);
        RowDecoder decoder = filling.decoder(number);
        Row image = images[number];
        switch (writeReader.kind()) {
            case INSERT -> {
                readBlank(decoder, image);
                table.put(image);
            }
            case REPLACE -> {
                readBlank(decoder, image);
                replace(table, image);
            }
            case UPDATE -> {
                decoder.key(in, image);
                long row = table.find(image);
                if (row == Table.ABSENT) {
                    requireInexact(table);
                    // It was deleted later, before the checkpoint's copy came by: the delete follows.
                    decoder.body(in, image);
                } else {
                    table.load(row, image);
                    decoder.body(in, image);
                    table.store(row, image);
                }
            }
            case DELETE -> {
                decoder.key(in, image);
                if (!table.delete(image)) {
                    requireInexact(table);
                }
            }
        }
    }

    private void readBlank(RowDecoder decoder, Row image) {
        Memory.zero(image.writableAddress(), image.schema().imageBytes());
        decoder.row(in, image);
    }

    /** The row is nearly always there, and a slot for another one would be taken for nothing. */
    private static void replace(TableRestore table, Row image) {
        long row = table.find(image);
        if (row == Table.ABSENT) {
            table.put(image);
        } else {
            table.store(row, image);
        }
    }

    private void requireInexact(TableRestore table) {
        if (exact) {
            throw new DamagedException("a row of table %s is changed that is not there, as it was loaded without a log"
                .formatted(table.table().schema().name()));
        }
    }

    long transactions() {
        return transactions;
    }

    long writes() {
        return writes;
    }
}
