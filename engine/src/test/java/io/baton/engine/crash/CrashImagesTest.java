package io.baton.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a power cut leaves of a store, recovery makes of it what was promised. */
class CrashImagesTest {

    private static final int WORKLOADS = 200;
    /** Opening and closing an engine is mostly waiting for its threads. */
    private static final int AT_ONCE = 6;
    private static final long IMAGES_FAST = 5_000;
    private static final long IMAGES_SLOW = 200_000;

    @Test
    @Timeout(300)
    void whatWasPromisedIsThereAfterAPowerCut() throws InterruptedException, ExecutionException {
        hunt(2, 36, IMAGES_FAST);
    }

    @Test
    @Tag("slow")
    @Timeout(7200)
    void whatWasPromisedIsThereAfterAPowerCutAtEveryOperation() throws InterruptedException, ExecutionException {
        hunt(4, 1, IMAGES_SLOW);
    }

    /** The number of images is a property of the workloads: it only must not become less. */
    private static void hunt(int imagesOfPoint, int oneIn, long imagesMin)
            throws InterruptedException, ExecutionException {
        long images = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            final List<Future<Long>> hunts = new ArrayList<>();
            for (long seed = 1; seed <= WORKLOADS; seed++) {
                final long own = seed;
                hunts.add(threads.submit(() -> hunt(own, imagesOfPoint, oneIn)));
            }
            for (final Future<Long> hunt : hunts) {
                images += hunt.get();
            }
        }
        assertThat(images).isGreaterThanOrEqualTo(imagesMin);
    }

    private static long hunt(long seed, int imagesOfPoint, int oneIn) {
        final CrashHunt hunt = new CrashHunt(CrashSpec.draw(seed));
        assertThat(hunt.hunt(imagesOfPoint, oneIn)).as("seed %d", seed).isEmpty();
        return hunt.images();
    }
}
