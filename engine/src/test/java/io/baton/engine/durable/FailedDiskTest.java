package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Loader;
import io.baton.engine.Store;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.log.LogFailedException;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is told what when the disk fails outside of calls. */
@Timeout(60)
class FailedDiskTest {

    private static final int FORCES = 5;

    private static Ledger open(CrashDisk disk) {
        return new Ledger(Engine.builder().table(Ledger.ACCOUNTS, 1_000)
            .data(new DataDirectory(disk.process().getPath("/store")).durability(Durability.ASYNC)
                .segmentBytes(DataDirectory.SEGMENT_BYTES_MIN).forceEvery(Duration.ofHours(1)))
            .open());
    }

    @TempDir
    private Path folder;

    @Test
    void closingTellsThatTheLogHasFailed() {
        final CrashDisk disk = new CrashDisk();
        final Ledger ledger = open(disk);
        ledger.engine.call(ledger.put, 1L, 10L, "x");
        disk.inject(Fault.any(1, Fault.DEVICE_FAILED).andAllThatFollow());
        assertThatExceptionOfType(LogFailedException.class).isThrownBy(ledger.engine::close)
            .withMessageContaining("the log in /store/log has failed");
        ledger.engine.close();
    }

    /** Makes one force after the other fail; returns what is thrown, but for nothing. */
    private static List<Throwable> thrown(boolean loading, Function<Ledger, ThrowingCallable> act) {
        final List<Throwable> all = new ArrayList<>();
        for (int force = 1; force <= FORCES; force++) {
            final CrashDisk disk = new CrashDisk();
            final Ledger ledger = open(disk);
            if (loading) {
                try (Loader loader = ledger.engine.loader()) {
                    loader.insert(loader.row(Ledger.ACCOUNTS, 1).set(Ledger.BALANCE, 1));
                }
            } else {
                ledger.engine.call(ledger.put, 1L, 10L, "x");
            }
            disk.inject(Fault.of(DiskOperationKind.FORCE, force, Fault.DEVICE_FAILED));
            final Throwable thrown = catchThrowable(act.apply(ledger));
            disk.clearFaults();
            if (thrown != null) {
                all.add(thrown);
            }
            final Throwable closing = catchThrowable(ledger.engine::close);
            assertThat(closing == null || closing instanceof LogFailedException).as("%s", closing).isTrue();
        }
        return all;
    }

    private static Store store(Ledger ledger) {
        return ledger.engine.store().orElseThrow();
    }

    @Test
    void aCheckpointDuringWhichTheLogFailsTellsThatTheEngineHasStopped() {
        assertThat(thrown(false, ledger -> store(ledger)::checkpoint)).hasAtLeastOneElementOfType(
            EngineStoppedException.class).allMatch(FailedDiskTest::isPromised);
    }

    @Test
    void aBackupDuringWhichTheLogFailsTellsThatTheEngineHasStopped() {
        assertThat(thrown(false, ledger -> () -> store(ledger).backup(Files.createTempDirectory(folder, "backup"))))
            .hasAtLeastOneElementOfType(EngineStoppedException.class).allMatch(FailedDiskTest::isPromised);
    }

    @Test
    void theFirstCallTellsThatWhatWasLoadedCouldNotBeWritten() {
        assertThat(thrown(true, ledger -> () -> ledger.engine.call(ledger.balance, 1L))).isNotEmpty()
            .allMatch(FailedDiskTest::isPromised);
    }

    private static boolean isPromised(Throwable thrown) {
        return thrown instanceof UncheckedIOException || thrown instanceof EngineStoppedException
        // The log may fail a moment later, when the call is under way.
            || (thrown instanceof SystemAbortedException aborted && aborted.reason() == AbortReason.STOPPED);
    }
}
