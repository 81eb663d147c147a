package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.engine.Durability;
import io.baton.engine.Loader;
import io.baton.storage.log.LogFailedException;
import io.baton.storage.recovery.RecoveryException;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.Fault;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What only the tables have is not dropped because the disk is full when the engine is closed. */
@Timeout(60)
class UnsavedStoreTest {
    private static final long ROWS = 10;
    private static final int OPERATIONS = 60;

    private static Ledger filled(Path directory, Durability durability) {
        final Ledger ledger = Ledger.open(directory, durability);
        if (durability == Durability.NONE) {
            for (long id = 0; id < ROWS; id++) {
                ledger.engine.call(ledger.put, id, id, "x");
            }
        } else {
            try (Loader loader = ledger.engine.loader()) {
                for (long id = 0; id < ROWS; id++) {
                    loader.insert(loader.row(Ledger.ACCOUNTS, id).set(Ledger.BALANCE, id));
                }
            }
        }
        return ledger;
    }

    private static long rows(Path directory, Durability durability) {
        final Ledger again = Ledger.open(directory, durability);
        try (again.engine) {
            return again.engine.rows(Ledger.ACCOUNTS);
        }
    }

    /** Whichever operation of closing is the first that fails, with all behind it. */
    @Tag("thorough")
    @ParameterizedTest
    @EnumSource(Durability.class)
    void closingOnceMoreSavesWhatCouldNotBeSaved(Durability durability) {
        int tried = 0;
        for (int operation = 1; operation <= OPERATIONS; operation++) {
            final CrashDisk disk = new CrashDisk();
            final Path directory = disk.process().getPath("/store");
            final Ledger ledger = filled(directory, durability);
            disk.inject(Fault.any(operation, Fault.DISK_FULL).andAllThatFollow());
            final Throwable first = catchThrowable(ledger.engine::close);
            final Throwable second = catchThrowable(ledger.engine::close);
            disk.clearFaults();
            ledger.engine.close();
            ledger.engine.close();
            final boolean logFailed = first instanceof LogFailedException || second instanceof LogFailedException;
            if (!logFailed) {
                assertThat(rows(directory, durability)).as("operation %d", operation).isEqualTo(ROWS);
            }
            if (first instanceof UncheckedIOException) {
                tried++;
                assertThat(first).hasMessageContaining("the tables could not be saved in /store: ")
                    .hasMessageContaining("close the engine again");
            }
        }
        assertThat(tried).isPositive();
    }

    @Test
    void anEngineThatCouldNotBeSavedTakesNoCallsAndKeepsItsDirectoryUntilItIsGivenUp() {
        final CrashDisk disk = new CrashDisk();
        final Path directory = disk.process().getPath("/store");
        final Ledger ledger = filled(directory, Durability.NONE);
        disk.inject(Fault.any(1, Fault.DISK_FULL).andAllThatFollow());
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(ledger.engine::close)
            .withMessageContaining("No space left on device").withMessageContaining("closeUnsaved()");
        assertThatIllegalStateException().isThrownBy(() -> ledger.balance(1)).withMessageContaining("is closed");
        disk.clearFaults();
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> Ledger.open(directory, Durability.NONE))
            .withMessageContaining("locked by this process");
        disk.inject(Fault.any(1, Fault.DISK_FULL).andAllThatFollow());
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(ledger.engine::closeUnsaved);
        disk.clearFaults();
        ledger.engine.closeUnsaved();
        ledger.engine.close();
        assertThat(rows(directory, Durability.NONE)).isZero();
    }

    @Test
    void closeUnsavedSavesWhatItCan() {
        final CrashDisk disk = new CrashDisk();
        final Path directory = disk.process().getPath("/store");
        filled(directory, Durability.NONE).engine.closeUnsaved();
        assertThat(rows(directory, Durability.NONE)).isEqualTo(ROWS);
    }
}
