package io.baton.fabric.inprocess;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** The atomics as in {@link AtomicityStressTest}, ten times as long. */
@Tag("slow")
@Timeout(600)
class ManyAtomicsTest extends AtomicityStressTest {

    @Override
    int times() {
        return 10;
    }
}
