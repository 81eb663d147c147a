package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread allocates in parts of its work, but for the first fifth, in which classes are loaded. */
final class AllocatedBytes {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long begun;
    private long most;
    private long sum;
    private long parts;

    void begin() {
        begun = threads.getCurrentThreadAllocatedBytes();
    }

    /** Ends a part, which is one of so many. */
    void end(int part, int of) {
        final long bytes = threads.getCurrentThreadAllocatedBytes() - begun;
        if (part >= of / 5) {
            most = Math.max(most, bytes);
            sum += bytes;
            parts++;
        }
    }

    /** Whatever lengths the peer names. */
    void assertBounds(long partMax, long meanMax) {
        assertThat(most).as("bytes allocated for one frame at most").isLessThanOrEqualTo(partMax);
        assertThat(sum / parts).as("bytes allocated for one frame on the average").isLessThanOrEqualTo(meanMax);
    }
}
