package io.baton.engine.attack;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** What {@link StackOverflowTest} tries, on stacks of many more sizes. */
@Tag("slow")
@Timeout(600)
class ManyStackOverflowsTest extends StackOverflowTest {

    private static final int ROUNDS = 64;

    @Override
    int rounds() {
        return ROUNDS;
    }
}
