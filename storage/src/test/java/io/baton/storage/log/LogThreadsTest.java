package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.log.file.LogEnd;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that cannot have its threads leaves none of them behind. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LogThreadsTest {
    private static final String REFUSED = "unable to create native thread";

    private final List<Thread> made = new CopyOnWriteArrayList<>();
    @TempDir
    private Path directory;

    /** Makes threads, of which one cannot be made. */
    private ThreadFactory making(int refused) {
        return work -> {
            if (made.size() == refused) {
                throw new OutOfMemoryError(REFUSED);
            }
            made.add(Thread.ofPlatform().unstarted(work));
            return made.getLast();
        };
    }

    /** Makes threads, of which one cannot be started. */
    private ThreadFactory starting(int refused) {
        return work -> {
            final boolean refuse = made.size() == refused;
            made.add(new Thread(work) {
                @Override
                public void start() {
                    if (refuse) {
                        throw new OutOfMemoryError(REFUSED);
                    }
                    super.start();
                }
            });
            return made.getLast();
        };
    }

    private void check(ThreadFactory threads) throws InterruptedException {
        final LogBox box = new LogBox(directory);
        final LogConfig config = box.threads(threads).config();
        assertThatThrownBy(() -> Log.open(config, LogEnd.nothing(0))).isInstanceOf(OutOfMemoryError.class)
            .hasMessage(REFUSED);
        for (Thread thread : made) {
            assertThat(thread.getState() == Thread.State.NEW || thread.join(Duration.ofSeconds(10))).isTrue();
        }
        made.clear();
        try (Log log = box.threads(making(-1)).open()) {
            assertThat(log.await(LogBox.append(log, new byte[10]), LogBox.FOREVER)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aThreadThatCannotBeMadeEndsTheOthers(int number) throws InterruptedException {
        check(making(number));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aThreadThatCannotBeStartedEndsTheOthers(int number) throws InterruptedException {
        check(starting(number));
    }
}
