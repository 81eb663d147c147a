package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.storage.log.file.LogCopy;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.SegmentInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The last segments are not lost without a word. */
class LostSegmentTest extends RecoveryFixture {

    private List<SegmentInfo> segments() {
        return SegmentInfo.list(store().resolve("log"));
    }

    /** Writes several segments without a checkpoint, and ends in order or not. */
    private Map<String, Map<Long, String>> work(boolean close) throws IOException {
        TestEngine engine = open();
        var random = new Random(8);
        for (int i = 0; i < 600; i++) {
            engine.commit(random, 3, 100);
        }
        engine.log.force();
        Map<String, Map<Long, String>> rows = engine.rows();
        if (close) {
            engine.close();
        } else {
            engine.crash();
            engine.log.close();
        }
        return rows;
    }

    @Test
    void theLastSegmentIsMissed() throws IOException {
        work(true);
        assertThat(segments().size()).isGreaterThan(3);
        for (int lost = 0; lost < 2; lost++) {
            SegmentInfo last = segments().getLast();
            Files.delete(last.path());
            assertRefused("segment " + last.number() + " is missing", last.path().toString());
            assertThatExceptionOfType(RecoveryException.class)
                .isThrownBy(() -> ClosedBackup.write(store(), temporary.resolve("copy")))
                .withMessageContaining("is missing");
        }
    }

    @Test
    void theSegmentThatAnOpeningBeginsIsMissed() throws IOException {
        work(true);
        open().close();
        SegmentInfo last = segments().getLast();
        Files.delete(last.path());
        assertRefused("segment " + last.number() + " is missing");
    }

    @Test
    @Tag("thorough")
    void aSegmentThatIsUsedAgainSaysNothingOfItsEarlierLife() throws IOException {
        Map<String, Map<Long, String>> rows = Map.of();
        for (int life = 0; life < 4; life++) {
            try (TestEngine engine = open()) {
                var random = new Random(life);
                for (int i = 0; i < 1_500; i++) {
                    engine.commit(random, 3, 100);
                    if (i % 300 == 0) {
                        engine.checkpoint(false);
                    }
                }
                assertThat(engine.log.statistics().segmentsRecycled()).isPositive();
                rows = engine.rows();
            }
            reopened(rows);
        }
    }

    @Test
    void aCopyEndsWhereItEnds() throws IOException {
        work(true);
        SegmentInfo second = segments().get(1);
        Path copy = Files.createDirectory(temporary.resolve("copied"));
        try (TestEngine engine = open()) {
            LogCopy.copy(store().resolve("log"), copy, engine.recovered.store().id(), 0, second.firstLsn());
            try (LogReader reader = new LogReader(copy, engine.recovered.store().id(), 0)) {
                reader.requireLast();
            }
        }
    }
}
