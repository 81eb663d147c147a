package io.baton.storage.memory;

import io.baton.testing.StarvedHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Virtual threads that wait for a latch leave the processors to the one that holds it. */
@Timeout(60)
class BackoffTest {
    /** Nothing but a latch. */
    private static final class Plain extends Latch {
    }

    private final Latch latch = new Plain();

    @Test
    void waitersDoNotKeepTheHolderFromItsProcessor() throws InterruptedException {
        StarvedHolder.getsOn(latch::latch, latch::unlatch);
    }
}
