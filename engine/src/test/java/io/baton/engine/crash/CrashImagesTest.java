package io.baton.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a power cut leaves of a store, recovery makes of it what was promised. */
class CrashImagesTest {

    private static final int WORKLOADS = 200;
    private static final long IMAGES_FAST = 5_000;
    private static final long IMAGES_SLOW = 200_000;

    @Test
    @Timeout(120)
    void whatWasPromisedIsThereAfterAPowerCut() {
        hunt(2, 10, IMAGES_FAST);
    }

    @Test
    @Tag("slow")
    @Timeout(3600)
    void whatWasPromisedIsThereAfterAPowerCutAtEveryOperation() {
        hunt(12, 1, IMAGES_SLOW);
    }

    /** The number of images is a property of the workloads: it only must not become less. */
    private static void hunt(int imagesOfPoint, int oneIn, long imagesMin) {
        long images = 0;
        for (long seed = 1; seed <= WORKLOADS; seed++) {
            final CrashHunt hunt = new CrashHunt(CrashSpec.draw(seed));
            assertThat(hunt.hunt(imagesOfPoint, oneIn)).as("seed %d", seed).isEmpty();
            images += hunt.images();
        }
        assertThat(images).isGreaterThanOrEqualTo(imagesMin);
    }
}
