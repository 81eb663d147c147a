package io.baton.engine.transaction;

import io.baton.engine.history.TransactionHistory;
import io.baton.lock.LockMode;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import io.baton.storage.Table;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction does to rows of wide tables, which are named by images. The number of a row is the hash of its
 * key; its lock, which it shares with its twins, is named by that number or by fewer columns. One thread at a time.
 *
 * <p>A history names rows by numbers, so a look-up of an absent row would be taken for one of its committed twin: it is
 * refused, before anything of it is recorded.
 */
final class WideRows {

    private final Participant participant;
    private final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final RowBatch batch;

    WideRows(Participant participant, RowBatch batch) {
        this.participant = participant;
        this.locks = participant.workspace.locks();
        this.writes = participant.workspace.writes();
        this.history = participant.workspace.history();
        this.batch = batch;
    }

    @Nullable
    Row find(TableContext context, long number, Row probe) {
        locks.row(context.table, context.table.lockKey(number, probe), LockMode.SHARED);
        final Write own = writes.find(context, number, probe);
        return participant.located(context, number, own, own == null ? address(context, number, probe) : Table.ABSENT);
    }

    @Nullable
    Row[] readAll(TableContext context, long[] numbers, Row[] probes) {
        final Table table = context.table.rows;
        final long[] lockKeys = new long[probes.length];
        for (int i = 0; i < probes.length; i++) {
            lockKeys[i] = context.table.lockKey(numbers[i], probes[i]);
        }
        locks.rows(context.table, lockKeys);
        for (int i = 0; i < probes.length; i++) {
            table.checkNumber(numbers[i], probes[i]);
        }
        final @Nullable Row[] rows = new Row[probes.length];
        int from = 0;
        while (from < probes.length) {
            final int count = batch.locate(table, numbers, probes, from, probes.length);
            for (int i = 0; i < count; i++) {
                locks.checkNotEnded();
                final long number = numbers[from + i];
                final Write own = writes.find(context, number, probes[from + i]);
                rows[from + i] = participant.located(context, number, own, batch.address(i));
            }
            from += count;
        }
        return rows;
    }

    boolean exists(TableContext context, long number, Row probe) {
        locks.row(context.table, context.table.lockKey(number, probe), LockMode.SHARED);
        final Write own = writes.find(context, number, probe);
        if (own != null) {
            return own.visible();
        }
        final long address = address(context, number, probe);
        history.read(context.table.ordinal, number, address);
        return address != Table.ABSENT;
    }

    @Nullable
    Row findForUpdate(TableContext context, long number, Row probe) {
        participant.lockForWrite(context, context.table.lockKey(number, probe));
        final Write own = writes.find(context, number, probe);
        if (own != null) {
            return own.visible() ? own.image : null;
        }
        return participant.open(context, number, address(context, number, probe));
    }

    Row insert(TableContext context, long number, Row probe) {
        participant.lockForWrite(context, context.table.lockKey(number, probe));
        final Write own = writes.find(context, number, probe);
        if (own != null) {
            if (own.visible()) {
                throw new DuplicateKeyException(context.schema, probe);
            }
            final Row image = writes.blankImage(own, probe);
            Participant.comeAgain(own);
            return image;
        }
        final long address = address(context, number, probe);
        if (address != Table.ABSENT) {
            history.read(context.table.ordinal, number, address);
            throw new DuplicateKeyException(context.schema, probe);
        }
        final Write write = context.nextWrite();
        final Row image = writes.blankImage(write, probe);
        participant.add(write, number, Write.Kind.INSERT, Table.ABSENT);
        return image;
    }

    void delete(TableContext context, long number, Row probe) {
        participant.lockForWrite(context, context.table.lockKey(number, probe));
        final Write own = writes.find(context, number, probe);
        if (own != null ? !own.visible()
            : !participant.deleteStored(context, number, address(context, number, probe))) {
            throw new MissingRowException(context.schema, probe);
        }
        if (own != null) {
            Participant.go(own);
        }
    }

    private static long address(TableContext context, long number, Row probe) {
        final Table table = context.table.rows;
        final long address = table.find(number, probe);
        if (address == Table.ABSENT) {
            table.checkNumber(number, probe);
        }
        return address;
    }
}
