package io.baton.fabric.inprocess;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Waiting for words as in {@link AwaitWordTest}, ten times as long. */
@Tag("slow")
@Timeout(600)
class LongWaitsTest extends AwaitWordTest {

    @Override
    int times() {
        return 10;
    }
}
