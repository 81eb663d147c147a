package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that says nothing of a log has it in the one that it has anyway. */
@Timeout(10)
class LoggedTest {

    @Test
    void linesAreOfSlf4jUnlessToldOtherwise() {
        final Logger logger = Logger.getLogger("io.baton.wire.LockServer");
        final Filter before = logger.getFilter();
        final Queue<String> lines = new ConcurrentLinkedQueue<>();
        logger.setFilter(line -> {
            lines.add(line.getLevel() + " " + line.getMessage());
            return false;
        });
        try {
            LockServerOptions.of(Thread.ofPlatform().factory(), new Random(1)).log().accept("a lane {} ends");
        } finally {
            logger.setFilter(before);
        }
        assertThat(lines).containsExactly("INFO a lane {} ends");
    }
}
