package io.baton.testing.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Random calls have the same results, and fail in the same way, on a disk and on the machine's own file system. */
final class MachineComparisonTest {
    private static final int RUNS = 12;
    private static final int CALLS = 500;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    @TempDir
    private Path folder;

    @Test
    @Tag("thorough")
    void randomCallsHaveTheSameResults() throws IOException {
        Random random = new Random(seeds.next());
        for (int run = 0; run < RUNS; run++) {
            long seed = random.nextLong();
            Path real = Files.createDirectory(folder.resolve("run" + run));
            try (RandomCalls expected = new RandomCalls(real, seed);
                RandomCalls actual = new RandomCalls(new CrashDisk().process().getPath("/"), seed)) {
                List<String> before = new ArrayList<>();
                for (int call = 0; call < CALLS; call++) {
                    String result = expected.next();
                    before.add(result);
                    assertThat(actual.next()).as("run %d after %s", run, before).isEqualTo(result);
                }
                assertThat(actual.tree()).isEqualTo(expected.tree());
            }
        }
    }
}
