package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.disk.CrashDisk;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/** Power cuts at any point of random workloads lose nothing that was answered, and nothing is refused. */
@Timeout(value = 900, unit = TimeUnit.SECONDS)
final class LogCrashTest {
    @Test
    @Tag("thorough")
    void noCutLosesWhatWasAnswered(TestReporter reporter) throws Exception {
        reporter.publishEntry("workloads 1 to 10", cut(1, 10, 12, 4, 300) + " images");
    }

    @Test
    @Tag("slow")
    void noCutOfManyLosesWhatWasAnswered(TestReporter reporter) throws Exception {
        reporter.publishEntry("workloads 1000 to 1059", cut(1_000, 60, 50, 5, 10_000) + " images");
    }

    /** Returns the number of images. */
    private static int cut(long firstSeed, int workloads, int points, int images, int imagesMin) throws Exception {
        int checked = 0;
        long recycled = 0;
        for (long seed = firstSeed; seed < firstSeed + workloads; seed++) {
            final CrashWorkload workload = new CrashWorkload(seed);
            workload.run();
            recycled += workload.recycled();
            final CrashDisk disk = workload.disk();
            final int step = Math.max(1, disk.point() / points);
            for (int point = (int) (seed % step); point <= disk.point(); point += step) {
                final Iterator<CrashDisk> cuts = disk.draw(point, images, seed + point).iterator();
                while (cuts.hasNext()) {
                    final CrashDisk image = cuts.next();
                    try {
                        workload.check(image, point);
                    } catch (Throwable e) {
                        throw new AssertionError("workload %d, %s: %s".formatted(seed, image, e.getMessage()), e);
                    }
                    checked++;
                }
            }
        }
        assertThat(checked).isGreaterThan(imagesMin);
        // Their files have old records behind the new ones, which must not be read.
        assertThat(recycled).isGreaterThanOrEqualTo(workloads);
        return checked;
    }
}
