package io.baton.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Durability;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the disk fails or is full, the engine stops, answers nothing wrongly, and what it has answered is there. */
@Timeout(600)
class CrashFaultsTest {

    private static final CrashSpec SPEC = new CrashSpec(3, 1, Durability.GROUP, true, 0, 5);

    /** Each with one of the reasons; {@code -Pslow} has all of both. */
    @Test
    @Tag("thorough")
    void everyOperationFailsOnce() {
        final int operations = operations().size();
        for (int number = 1; number <= operations; number++) {
            judge(Fault.any(number, number % 2 == 0 ? Fault.DEVICE_FAILED : Fault.DISK_FULL));
        }
    }

    @Test
    void everyThirdOperationAndAllThatFollowFail() {
        final int operations = operations().size();
        for (int number = 1; number <= operations; number += 3) {
            judge(Fault.any(number, number % 2 == 0 ? Fault.DEVICE_FAILED : Fault.DISK_FULL).andAllThatFollow());
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {Fault.DEVICE_FAILED, Fault.DISK_FULL})
    void everyOperationFailsOnceOrFromThenOnForEveryReason(String reason) {
        final int operations = operations().size();
        for (int number = 1; number <= operations; number++) {
            judge(Fault.any(number, reason));
            judge(Fault.any(number, reason).andAllThatFollow());
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"WRITE, 7, 3", "WRITE, 600, 3"})
    void aWriteFailsAfterAPartOfItsBytes(DiskOperationKind kind, int bytes, int step) {
        final int operations = Collections.frequency(operations(), kind);
        for (int number = 1; number <= operations; number += step) {
            judge(Fault.of(kind, number, Fault.DISK_FULL).afterBytes(bytes));
            judge(Fault.shortWrite(number, bytes));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"WRITE, 7, 1", "WRITE, 600, 1"})
    void everyWriteFailsAfterAPartOfItsBytes(DiskOperationKind kind, int bytes, int step) {
        aWriteFailsAfterAPartOfItsBytes(kind, bytes, step);
    }

    /** The operations of a run in which nothing fails. */
    private static List<DiskOperationKind> operations() {
        final FaultyRun run = new FaultyRun(SPEC, new CrashDisk());
        assertThat(run.run()).isEmpty();
        assertThat(run.worked()).containsAll(
            Set.of(DiskOperationKind.WRITE, DiskOperationKind.FORCE, DiskOperationKind.RENAME,
                DiskOperationKind.FORCE_DIRECTORY));
        return run.worked();
    }

    private static void judge(Fault fault) {
        final CrashDisk disk = new CrashDisk();
        disk.inject(fault);
        assertThat(new FaultyRun(SPEC, disk).run()).as("%s", fault).isEmpty();
    }
}
