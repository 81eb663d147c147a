package io.baton.engine.crash;

import static io.baton.explore.mutant.Mutation.in;

import io.baton.explore.mutant.MutantLoader;
import io.baton.explore.mutant.Mutation;
import io.baton.explore.mutant.MutationSubject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Mistakes in what makes an engine durable, each of which crash images must find. */
enum PlantedCrash {

    /** The log is written and never forced. */
    NO_FORCE(in("SegmentFile.force").skips("FileChannel.force")),
    /** The directory is not forced when a segment gets its name. */
    SEGMENT_NAME_NOT_FORCED(in("SegmentFile.name").skips("LogFiles.forceDirectory")),
    /** A segment gets its name before its header is on disk. */
    SEGMENT_HEADER_NOT_FORCED(in("SegmentFile.begin/1").skips("FileChannel.force")),
    /** A segment is begun before the one before is on disk. */
    OLD_SEGMENT_NOT_FORCED(in("LogWriter.changeSegment").skips("LogWriter.force")),
    /** A new log goes on behind what a killed process had written, and what was read of that is not on disk. */
    TAIL_NOT_WRITTEN_AGAIN(in("LogTail.find").doesNothing()),
    /** The log is closed and not forced. */
    NOT_FORCED_AT_THE_END(in("LogWriter.writeClosed").skips("LogWriter.force").times(2)),
    /** A call is answered before its record is on disk. */
    ANSWERED_EARLY(in("LogPosition.isReached").answers("Log.forced", Long.MAX_VALUE)),
    /** A call that only reads is answered before what it has read is on disk. */
    READ_ANSWERED_EARLY(in("Redo.noteReads").doesNothing()),
    /** What a transaction has written in a second group is read and answered before it is on disk. */
    ONLY_FIRST_WRITE_NOTED(in("Redo.noteWritten").calls("RedoLog.wrote", CrashHooks.class, "noteOnlyFirst"),
        in("SegmentFile.force").calls("FileChannel.force", CrashHooks.class, "forceSlowly")),
    /** A checkpoint gets its name before its rows are on disk. */
    ROWS_NOT_FORCED(in("CheckpointWriter.writeTable").skips("FileChannel.force")),
    /** A checkpoint gets its name before its manifest is on disk. */
    MANIFEST_NOT_FORCED(in("CheckpointWriter.writeManifest").skips("FileChannel.force")),
    /** Old checkpoints go before the name of the new one is on disk. */
    CHECKPOINT_NAME_NOT_FORCED(in("CheckpointWriter.writeSteadily").skips("CheckpointFiles.forceDirectory").times(2)),
    /** A checkpoint has rows of transactions whose records are not on disk. */
    CHECKPOINT_BEFORE_LOG(in("Store.force").doesNothing()),
    /** A checkpoint does not count a transaction that is recorded and not applied. */
    BEGIN_LSN_TOO_LATE(in("RedoLog.append").skips("AtomicLongArray.set"),
        in("Redo.record").ends(CrashHooks.class, "pause")),
    /** Recovery begins with the log where the checkpoint ended, and not where it began. */
    REDO_FROM_THE_END(in("Recovery.recover").calls("Manifest.beginLsn", "Manifest.endLsn").times(2)),
    /** Locks are given back before the record has its LSN, so that records may come in another order. */
    LOCKS_RELEASED_BEFORE_LSN(in("Commit.record").skips("Redo.record"),
        in("Commit.apply").calls("Redo.applied", CrashHooks.class, "recordUnlocked")),
    /** A checkpoint does not see that the memory of a row was used again while it was copied. */
    CHECKPOINT_BY_SLOTS(in("OrderedIndex.copyRows").answers("Stripe.unchangedSince", true),
        in("TableCopy$Batch.copy").calls("Memory.copy", CrashHooks.class, "copySlowly"),
        in("Redo.record").ends(CrashHooks.class, "pause")),
    /** A record's check value is that of its payload only. */
    HEADER_NOT_CHECKED(
        in("LogRing.check").calls("CRC32C.update", CrashHooks.class, "checkPayloadInRing").times(2),
        in("LogRing.check").skips("RecordLayout.updateInt"),
        in("SegmentReader.check").calls("CRC32C.update", CrashHooks.class, "checkPayload"),
        in("SegmentReader.check").calls("RecordLayout.updateInt", CrashHooks.class, "checkOnlyBefore").times(2)),
    /** What a segment has of an earlier life is taken for what follows. */
    STALE_TAIL_READ(in("LogWriter.followRecord").answers("LogWriter.chain", 0),
        in("SegmentReader.check").calls("RecordLayout.updateInt", CrashHooks.class, "checkUnchained").times(2),
        in("SegmentReader.next").calls("ByteBuffer.getLong", CrashHooks.class, "lsnOfPlace")),
    /** Records have no check value. */
    NO_CHECK_VALUE(in("LogRing.check").returns(0), in("SegmentReader.check").returns(0)),
    /** A part of a transaction is taken for the whole. */
    FRAGMENTS_APPLIED(in("LogReader.isLast").returns(true)),
    /** Redo applies every second transaction of the log before the one that it follows. */
    REPLAYED_OUT_OF_ORDER(in("RecoveryRedo.apply/2").calls("Input.wrap", CrashHooks.class, "wrapWithPrevious")),
    /** Deletes are not recorded. */
    DELETES_NOT_RECORDED(in("Redo.encode").skips("RowEncoder.delete")),
    /** Redo deletes nothing. */
    DELETES_NOT_REDONE(in("RecoveryRedo.apply/1").answers("TableRestore.delete", false));

    @SuppressWarnings("ImmutableEnumChecker") // The list is one of List.of, and nothing changes a mutation.
    private final List<Mutation> mutations;

    PlantedCrash(Mutation... mutations) {
        this.mutations = List.of(mutations);
    }

    /** Returns hunts by seed, in classes with this mistake. */
    LongFunction<String> hunts() {
        return loader().enter(Hunt.class);
    }

    MutantLoader loader() {
        return new MutantLoader(subject(), mutations);
    }

    /** What is entered there. */
    static final class Hunt implements LongFunction<String> {

        private static final int IMAGES_OF_POINT = 3;
        private static final int ONE_IN = 2;

        @Override
        public String apply(long seed) {
            return new CrashHunt(CrashSpec.draw(seed)).hunt(IMAGES_OF_POINT, ONE_IN);
        }
    }

    private static MutationSubject subject() {
        final Map<String, String> classes = Stream.of(
            "io.baton.engine.Store",
            "io.baton.engine.transaction.Commit",
            "io.baton.engine.transaction.LogPosition",
            "io.baton.engine.transaction.Redo",
            "io.baton.engine.transaction.RedoLog",
            "io.baton.storage.OrderedIndex",
            "io.baton.storage.Stripe",
            "io.baton.storage.TableCopy",
            "io.baton.storage.TableRestore",
            "io.baton.storage.checkpoint.CheckpointFiles",
            "io.baton.storage.checkpoint.CheckpointWriter",
            "io.baton.storage.checkpoint.Manifest",
            "io.baton.storage.codec.Input",
            "io.baton.storage.codec.RowEncoder",
            "io.baton.storage.log.Log",
            "io.baton.storage.log.file.LogFiles",
            "io.baton.storage.log.file.LogReader",
            "io.baton.storage.log.LogRing",
            "io.baton.storage.log.file.LogTail",
            "io.baton.storage.log.LogWriter",
            "io.baton.storage.log.file.RecordLayout",
            "io.baton.storage.log.file.SegmentFile",
            "io.baton.storage.log.file.SegmentReader",
            "io.baton.storage.memory.Memory",
            "io.baton.storage.recovery.Recovery",
            "java.nio.ByteBuffer",
            "java.nio.channels.FileChannel",
            "java.util.concurrent.atomic.AtomicLongArray",
            "java.util.zip.CRC32C")
            .collect(Collectors.toMap(name -> name.substring(name.lastIndexOf('.') + 1), Function.identity()));
        classes.put("RecoveryRedo", "io.baton.storage.recovery.LogReplay");
        final Map<String, Class<?>> views =
            Map.of("Redo", CrashHooks.RedoView.class, "RedoLog", CrashHooks.RedoLogView.class, "SegmentReader",
                CrashHooks.ReaderView.class);
        return new MutationSubject(classes, views, Objects.requireNonNull(PlantedCrash.class.getClassLoader()));
    }
}
