package io.baton.rival.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of two processes exclude each other at the lock server of a third, over every carrier. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoProcessesContractTest {

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private Path folder;
    private WireServerProcess server;
    private List<WireClientProcess> clients;
    private int witnesses;

    @BeforeAll
    void start(@TempDir Path given) throws Exception {
        folder = given;
        server = new WireServerProcess(folder);
        clients = List.of(new WireClientProcess(), new WireClientProcess());
    }

    @AfterAll
    void end() {
        clients.forEach(WireClientProcess::close);
        server.close();
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"shm, false", "shm, true", "unix, false", "unix, true", "tcp, false", "tcp, true"})
    void theyExcludeEachOther(String scheme, boolean recovered) throws IOException {
        final int slots = LockContractTest.SLOTS;
        final String address = server.listen(scheme,
            recovered ? ShiftLockTable.recoverableMemoryBytes(slots) : ShiftLockTable.memoryBytes(slots),
            recovered ? slots : 0);
        final Path file = folder.resolve("witness" + witnesses++);
        final SharedWitness witness = new SharedWitness(file);
        final long seed = seeds.next();
        for (int i = 0; i < clients.size(); i++) {
            clients.get(i).begin(address, file, clients.size(), recovered, seed + i);
        }
        final long grants = clients.stream().mapToLong(WireClientProcess::grants).sum();
        assertThat(grants).as("locks held exclusively").isGreaterThan(100);
        assertThat(witness.grants()).as("counted under the locks").isEqualTo(grants);
        server.end();
    }
}
