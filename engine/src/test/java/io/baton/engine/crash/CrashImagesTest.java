package io.baton.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever a power cut leaves of a store, recovery makes of it what was promised.
 *
 * <p>The slow test takes more than half an hour. {@code -Dbaton.crash.first=1 -Dbaton.crash.last=50} runs a part of its
 * workloads, with a proportional part of the images, and the report says how many these were.
 */
class CrashImagesTest {

    private static final int WORKLOADS = 200;
    /** Opening and closing an engine is mostly waiting for its threads. */
    private static final int AT_ONCE = 6;
    private static final long IMAGES_FAST = 5_000;
    private static final long IMAGES_SLOW = 200_000;
    private static final int LARGE_STEPS = 150;
    private static final int LARGE_GROUPS = 5;
    private static final long LARGE_IMAGES = 10;

    @Test
    @Timeout(300)
    void whatWasPromisedIsThereAfterAPowerCut() throws InterruptedException, ExecutionException {
        assertThat(hunt(1, WORKLOADS, 2, 30)).isGreaterThanOrEqualTo(IMAGES_FAST);
    }

    @Test
    @Tag("slow")
    @Timeout(7200)
    void whatWasPromisedIsThereAfterAPowerCutAtEveryOperation(TestReporter reporter)
            throws InterruptedException, ExecutionException {
        final long first = Long.getLong("baton.crash.first", 1);
        final long last = Long.getLong("baton.crash.last", WORKLOADS);
        final long images = hunt(first, last, 3, 1);
        reporter.publishEntry("workloads %d to %d".formatted(first, last), images + " images");
        // Workloads differ, so a part of them may have less than its share.
        assertThat(images).isGreaterThanOrEqualTo(last - first + 1 < WORKLOADS
            ? IMAGES_SLOW / WORKLOADS * (last - first + 1) / 2 : IMAGES_SLOW);
    }

    /** With many more transactions, of all tables and more groups: segments are used again time and again. */
    @Test
    @Timeout(120)
    void someCutsOfLargerWorkloads() {
        larger(1, 1, 600);
    }

    @Test
    @Tag("slow")
    @Timeout(2400)
    void moreCutsOfLargerWorkloads() {
        larger(2, 12, 40);
    }

    private static void larger(long first, long last, int oneIn) {
        for (long seed = first; seed <= last; seed++) {
            final CrashSpec spec = new CrashSpec(CrashTable.ALL.size(), LARGE_GROUPS,
                seed % 3 == 0 ? Durability.ASYNC : Durability.GROUP, true, LARGE_STEPS, seed);
            final CrashHunt hunt = new CrashHunt(spec);
            assertThat(hunt.hunt(2, oneIn)).as("%s", spec).isEmpty();
            assertThat(hunt.images()).as("%s", spec).isGreaterThan(LARGE_IMAGES);
        }
    }

    /** Returns the number of images, a property of the workloads: it only must not become less. */
    private static long hunt(long first, long last, int imagesOfPoint, int oneIn)
            throws InterruptedException, ExecutionException {
        long images = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            final List<Future<Long>> hunts = new ArrayList<>();
            for (long seed = first; seed <= last; seed++) {
                final long own = seed;
                hunts.add(threads.submit(() -> hunt(own, imagesOfPoint, oneIn)));
            }
            for (final Future<Long> hunt : hunts) {
                images += hunt.get();
            }
        }
        return images;
    }

    private static long hunt(long seed, int imagesOfPoint, int oneIn) {
        final CrashHunt hunt = new CrashHunt(CrashSpec.draw(seed));
        assertThat(hunt.hunt(imagesOfPoint, oneIn)).as("seed %d", seed).isEmpty();
        return hunt.images();
    }
}
