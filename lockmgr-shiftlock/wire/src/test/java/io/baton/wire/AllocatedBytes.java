package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread allocates in parts of its work, but for the first fifth, in which classes are loaded. */
final class AllocatedBytes {

    /** Parts in which a line of code runs for the first time, which the JVM then links. */
    private static final int FIRST_USES_MAX = 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long partMax;
    private final long meanMax;
    private long begun;
    private long above;
    private long sum;
    private long parts;

    /** With bounds for each part and for the average. */
    AllocatedBytes(long partMax, long meanMax) {
        this.partMax = partMax;
        this.meanMax = meanMax;
    }

    void begin() {
        begun = threads.getCurrentThreadAllocatedBytes();
    }

    /** Ends a part, which is one of so many. */
    void end(int part, int of) {
        final long bytes = threads.getCurrentThreadAllocatedBytes() - begun;
        if (part >= of / 5) {
            above += bytes > partMax ? 1 : 0;
            sum += bytes;
            parts++;
        }
    }

    /** Whatever lengths the peer names. */
    void assertBounds() {
        assertThat(above).as("frames for which more than %d bytes were allocated", partMax)
            .isLessThanOrEqualTo(FIRST_USES_MAX);
        assertThat(sum / parts).as("bytes allocated for a frame on the average").isLessThanOrEqualTo(meanMax);
    }
}
