package io.baton.deploy.store;

import io.baton.deploy.store.StoreSummary.CheckpointSummary;
import io.baton.deploy.store.StoreSummary.SegmentSummary;
import io.baton.storage.TableSchema;
import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.checkpoint.CheckpointReader;
import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.OtherVersionException;
import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.RecordType;
import io.baton.storage.log.file.SegmentInfo;
import io.baton.storage.log.file.TransactionReader;
import io.baton.storage.recovery.StoreDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verifies a store that no engine has open, and sums up what it has. Changes nothing. One use, one thread. */
final class StoreInspector {

    private final StoreDirectory store;
    private final List<CheckpointSummary> checkpoints = new ArrayList<>();
    private final List<SegmentSummary> segments = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();

    /**
     * Prepares an inspection.
     *
     * @param store its directory, which stays locked
     */
    StoreInspector(StoreDirectory store) {
        this.store = store;
    }

    /**
     * Reads and verifies all of the store.
     *
     * @param listener told of each record of the log
     * @return what it has, and what is damaged
     * @throws UncheckedIOException if a file cannot be read
     */
    StoreSummary inspect(RecordListener listener) {
        try {
            inspectCheckpoints();
        } catch (IOException e) {
            throw new UncheckedIOException("the checkpoints in " + store.checkpoints() + " cannot be read: " + e, e);
        }
        final Optional<LogEnd> end = inspectLog(listener);
        end.ifPresent(this::checkReach);
        checkCheckpoints();
        return new StoreSummary(store.id(), checkpoints, segments, end, damages);
    }

    private void inspectCheckpoints() throws IOException {
        final CheckpointReader reader = new CheckpointReader(store.checkpoints(), store.id());
        for (final long number : reader.numbers()) {
            Manifest manifest = null;
            boolean valid = false;
            try {
                final Checkpoint checkpoint = reader.open(number);
                manifest = checkpoint.manifest();
                reader.verify(checkpoint);
                valid = true;
            } catch (DamagedException | OtherVersionException e) {
                damages.add(String.valueOf(e.getMessage()));
            }
            checkpoints.add(new CheckpointSummary(number, manifest, valid));
        }
    }

    /** Only a store that was never opened to the end has no checkpoint; it has no log either. */
    private void checkCheckpoints() {
        if (checkpoints.stream().noneMatch(CheckpointSummary::valid)
            && !(checkpoints.isEmpty() && segments.isEmpty() && damages.isEmpty())) {
            damages.add(store.checkpoints() + ": there is no valid checkpoint, so the store cannot be opened");
        }
    }

    private Optional<LogEnd> inspectLog(RecordListener listener) {
        try (WriteText writes = new WriteText(schemas())) {
            final List<SegmentInfo> infos = SegmentInfo.list(store.log());
            final long from = infos.isEmpty() ? 0 : infos.getFirst().firstLsn();
            try (LogReader reader = new LogReader(store.log(), store.id(), from);
                TransactionReader transactions = new TransactionReader()) {
                final LogEnd end = read(reader, transactions, infos, writes, listener);
                reader.requireLast();
                return Optional.of(end);
            }
        } catch (DamagedException e) {
            damages.add(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The tables of the newest checkpoint that can be read: the log behind it is written with them. */
    private List<TableSchema> schemas() {
        for (final CheckpointSummary checkpoint : checkpoints) {
            final Manifest manifest = checkpoint.manifest();
            if (manifest != null) {
                return manifest.schemas();
            }
        }
        return List.of();
    }

    private LogEnd read(LogReader reader, TransactionReader transactions, List<SegmentInfo> infos, WriteText writes,
            RecordListener listener) {
        Tally tally = null;
        int next = 0;
        try {
            while (reader.next()) {
                while (tally == null || tally.info.number() != reader.segment()) {
                    add(tally);
                    tally = new Tally(infos.get(next++));
                }
                tally.count(reader);
                final boolean whole = transactions.add(reader);
                listener.record(reader, whole ? transactions : null, writes);
            }
        } finally {
            add(tally);
        }
        // Segments without records, the last one of a store that was just opened for example.
        for (; next < infos.size(); next++) {
            add(new Tally(infos.get(next)));
        }
        return reader.end();
    }

    private void add(@Nullable Tally tally) {
        if (tally != null) {
            segments.add(tally.summary());
        }
    }

    /** A valid checkpoint knows how far the log reached when it was taken. */
    private void checkReach(LogEnd end) {
        for (final CheckpointSummary checkpoint : checkpoints) {
            final Manifest manifest = checkpoint.manifest();
            if (checkpoint.valid() && manifest != null && end.lsn() < manifest.endLsn()) {
                damages.add(store.log() + ": the log ends at LSN " + end.lsn() + ", but checkpoint "
                    + checkpoint.number() + " says that it reached LSN " + manifest.endLsn());
            }
        }
    }

    /** Counts the records of a segment. */
    private static final class Tally {

        private final SegmentInfo info;
        private long records;
        private long transactions;
        private long bytes;
        private @Nullable Instant marked;

        Tally(SegmentInfo info) {
            this.info = info;
        }

        void count(LogReader reader) {
            records++;
            bytes += reader.endLsn() - reader.lsn();
            if (reader.type() != RecordType.TRANSACTION) {
                marked = reader.markTime();
            } else if (reader.isLast()) {
                transactions++;
            }
        }

        SegmentSummary summary() {
            return new SegmentSummary(info, records, transactions, bytes, Optional.ofNullable(marked));
        }
    }
}
