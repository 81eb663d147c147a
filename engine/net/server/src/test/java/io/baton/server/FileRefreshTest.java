package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files are read again, whatever becomes of one look. */
@Timeout(20)
class FileRefreshTest {

    private static final Duration PAUSE = Duration.ofMillis(1);

    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private @Nullable FileRefresh refresh;

    @AfterEach
    void end() {
        final FileRefresh begun = refresh;
        if (begun != null) {
            begun.close();
        }
    }

    @Test
    void aLookThatFailsEndsNoOther() throws InterruptedException {
        final AtomicInteger failing = new AtomicInteger();
        final AtomicInteger healthy = new AtomicInteger();
        refresh = new FileRefresh(List.of(() -> {
            if (failing.incrementAndGet() != 3) {
                throw new IllegalStateException("no luck");
            }
        }, () -> {
            if (healthy.incrementAndGet() == 2) {
                throw new OutOfMemoryError("large");
            }
        }), PAUSE, log::add);
        TestServer.await(() -> failing.get() > 5 && healthy.get() > 5);
        assertThat(log).containsExactlyInAnyOrder(
            "a file was not read again, as of java.lang.IllegalStateException: no luck",
            "a file was not read again, as of java.lang.OutOfMemoryError: large",
            "a file was not read again, as of java.lang.IllegalStateException: no luck");
    }

    @Test
    void aLogThatFailsDoesNotEndIt() throws InterruptedException {
        final AtomicInteger looks = new AtomicInteger();
        refresh = new FileRefresh(List.of(() -> {
            throw new IllegalStateException("look " + looks.incrementAndGet());
        }), PAUSE, line -> {
            throw new IllegalArgumentException(line);
        });
        TestServer.await(() -> looks.get() > 3);
    }

    @Test
    void itEnds() throws InterruptedException {
        final AtomicInteger looks = new AtomicInteger();
        final FileRefresh begun = new FileRefresh(List.of(looks::incrementAndGet), PAUSE, log::add);
        refresh = begun;
        TestServer.await(() -> looks.get() > 0);
        assertThat(begun.ended().isDone()).isFalse();
        end();
        begun.ended().await();
        assertThat(log).isEmpty();
    }

    @Test
    void itEndsInTheMiddleOfALook() throws InterruptedException {
        final AtomicReference<FileRefresh> begun = new AtomicReference<>();
        final AtomicInteger looks = new AtomicInteger();
        final FileRefresh looking = new FileRefresh(List.of(() -> {
            final FileRefresh own = begun.get();
            if (own != null && looks.getAndIncrement() == 0) {
                own.close();
            }
        }), PAUSE, log::add);
        begun.set(looking);
        refresh = looking;
        looking.ended().await();
        assertThat(looks).hasValue(1);
        assertThat(log).isEmpty();
    }
}
